import type { TargetOf } from "contract/notifications/channels/schema.ts";
import Webhook from "lucide-react/icons/webhook";
import { TextField } from "../../../../ui/text-field.tsx";
import { useChannelText } from "../channel-text.ts";
import { type FieldsProps, type Kind, verbatim } from "./kind.ts";

export const webhook: Kind<TargetOf<"webhook">> = {
  icon: Webhook,
  Fields,
  toTarget: ({ url = "" }) => ({ url: url.trim() }),
};

function Fields({ fieldProps }: FieldsProps) {
  const text = useChannelText();
  return (
    <TextField
      {...fieldProps("url")}
      {...verbatim}
      label={text("channels.webhook_target")}
      hint={text("channels.webhook_hint")}
      placeholder="https://"
      inputMode="url"
      required
    />
  );
}
