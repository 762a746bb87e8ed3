import type { TargetOf } from "contract/notifications/channels/schema.ts";
import Bell from "lucide-react/icons/bell";
import { TextField } from "../../../../ui/text-field.tsx";
import { useChannelText } from "../channel-text.ts";
import { type FieldsProps, type Kind, verbatim } from "./kind.ts";

export const ntfy: Kind<TargetOf<"ntfy">> = {
  icon: Bell,
  Fields,
  toTarget: ({ server = "", topic = "", token }) => ({
    server: server.trim(),
    topic: topic.trim(),
    token: token?.trim() || null,
  }),
};

function Fields({ fieldProps }: FieldsProps) {
  const text = useChannelText();
  return (
    <>
      <TextField
        {...fieldProps("server")}
        {...verbatim}
        label={text("channels.ntfy_server")}
        defaultValue="https://ntfy.sh"
        inputMode="url"
        required
      />
      <TextField
        {...fieldProps("topic")}
        {...verbatim}
        label={text("channels.ntfy_topic")}
        hint={text("channels.ntfy_topic_hint")}
        required
      />
      <TextField {...fieldProps("token")} {...verbatim} label={text("channels.ntfy_token")} />
    </>
  );
}
