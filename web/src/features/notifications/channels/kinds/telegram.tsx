import type { TargetOf } from "contract/notifications/channels/schema.ts";
import Send from "lucide-react/icons/send";
import { TextField } from "../../../../ui/text-field.tsx";
import { useChannelText } from "../channel-text.ts";
import { type FieldsProps, type Kind, verbatim } from "./kind.ts";

export const telegram: Kind<TargetOf<"telegram">> = {
  icon: Send,
  Fields,
  toTarget: ({ chat = "" }) => ({ chat: chat.trim() }),
};

function Fields({ fieldProps }: FieldsProps) {
  const text = useChannelText();
  return (
    <TextField
      {...fieldProps("chat")}
      {...verbatim}
      label={text("channels.telegram_chat")}
      hint={text("channels.telegram_hint")}
      required
    />
  );
}
