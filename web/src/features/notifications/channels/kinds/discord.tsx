import type { TargetOf } from "contract/notifications/channels/schema.ts";
import MessageCircle from "lucide-react/icons/message-circle";
import { TextField } from "../../../../ui/text-field.tsx";
import { useChannelText } from "../channel-text.ts";
import { type FieldsProps, type Kind, verbatim } from "./kind.ts";

export const discord: Kind<TargetOf<"discord">> = {
  icon: MessageCircle,
  Fields,
  toTarget: ({ url = "" }) => ({ url: url.trim() }),
};

function Fields({ fieldProps }: FieldsProps) {
  const text = useChannelText();
  return (
    <TextField
      {...fieldProps("url")}
      {...verbatim}
      label={text("channels.discord_webhook")}
      hint={text("channels.discord_hint")}
      placeholder="https://discord.com/api/webhooks/…"
      inputMode="url"
      required
    />
  );
}
