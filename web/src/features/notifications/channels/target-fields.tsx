import { emailProblem } from "contract/accounts/rules.ts";
import { type ChannelKind, type MailSchedule, mailSchedules } from "contract/notifications/channels/rules.ts";
import { useState } from "react";
import { type FormValues, fieldProblems } from "../../../page/form.ts";
import { Select } from "../../../ui/select.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { useChannelText } from "./channel-text.ts";

interface FieldsProps {
  kind: ChannelKind;
  fieldProps: (name: string) => object;
}

/** The fields of a channel's target. A browser needs none. */
export function TargetFields({ kind, fieldProps }: FieldsProps) {
  const text = useChannelText();
  const [isOwn, setOwn] = useState(true);
  const plain = { autoComplete: "off", autoCapitalize: "none", spellCheck: false } as const;
  switch (kind) {
    case "mail":
      return (
        <>
          <div className="grid gap-1.5 text-sm font-medium">
            <span aria-hidden>{text("channels.mail_to")}</span>
            <Select
              label={text("channels.mail_to")}
              value={isOwn ? "own" : "other"}
              onChoose={(chosen) => setOwn(chosen === "own")}
            >
              <option value="own">{text("channels.mail_own")}</option>
              <option value="other">{text("channels.mail_other")}</option>
            </Select>
          </div>
          {!isOwn && (
            <TextField {...fieldProps("address")} label={text("channels.mail_address")} type="email" required />
          )}
        </>
      );
    case "discord":
      return (
        <TextField
          {...fieldProps("url")}
          {...plain}
          label={text("channels.discord_webhook")}
          hint={text("channels.discord_hint")}
          placeholder="https://discord.com/api/webhooks/…"
          inputMode="url"
          required
        />
      );
    case "ntfy":
      return (
        <>
          <TextField
            {...fieldProps("server")}
            {...plain}
            label={text("channels.ntfy_server")}
            defaultValue="https://ntfy.sh"
            inputMode="url"
            required
          />
          <TextField
            {...fieldProps("topic")}
            {...plain}
            label={text("channels.ntfy_topic")}
            hint={text("channels.ntfy_topic_hint")}
            required
          />
          <TextField {...fieldProps("token")} {...plain} label={text("channels.ntfy_token")} />
        </>
      );
    case "webhook":
      return (
        <TextField
          {...fieldProps("url")}
          {...plain}
          label={text("channels.webhook_target")}
          hint={text("channels.webhook_hint")}
          placeholder="https://"
          inputMode="url"
          required
        />
      );
    case "push":
      return null;
  }
}

/** When mail is sent. */
export function ScheduleField({ value }: { value: MailSchedule }) {
  const text = useChannelText();
  const [chosen, choose] = useState<string>(value);
  return (
    <div className="grid gap-1.5 text-sm font-medium">
      <span aria-hidden>{text("channels.when")}</span>
      <Select label={text("channels.when")} name="schedule" value={chosen} onChoose={choose}>
        {mailSchedules.map((schedule) => (
          <option key={schedule} value={schedule}>
            {text(`channels.when.${schedule}`)}
          </option>
        ))}
      </Select>
    </div>
  );
}

/** The problems of a channel's form by field. */
export function checkFields({ name = "", address }: FormValues, text: ReturnType<typeof useChannelText>) {
  return fieldProblems({
    name: !name.trim() && text("channels.name_missing"),
    // only present for an address other than the account's
    address: address !== undefined && emailProblem(address.trim()),
  });
}

/** The target in the fields, as sent. */
export function targetFrom(kind: Exclude<ChannelKind, "push">, values: FormValues) {
  const { address, url = "", server = "", topic = "", token } = values;
  const targets = {
    mail: { address: address?.trim() || null },
    discord: { url: url.trim() },
    ntfy: { server: server.trim(), topic: topic.trim(), token: token?.trim() || null },
    webhook: { url: url.trim() },
  };
  return targets[kind];
}
