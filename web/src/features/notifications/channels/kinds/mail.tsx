import { emailProblem } from "contract/accounts/rules.ts";
import { type MailSchedule, mailSchedules } from "contract/notifications/channels/rules.ts";
import type { TargetOf } from "contract/notifications/channels/schema.ts";
import Mail from "lucide-react/icons/mail";
import { useState } from "react";
import { Select } from "../../../../ui/select.tsx";
import { TextField } from "../../../../ui/text-field.tsx";
import { useChannelText } from "../channel-text.ts";
import type { FieldsProps, Kind } from "./kind.ts";

export const mail: Kind<TargetOf<"mail">> = {
  icon: Mail,
  Fields,
  Schedule,
  // only present for an address other than the account's
  check: ({ address }) => ({ address: address !== undefined && (emailProblem(address.trim()) ?? false) }),
  toTarget: ({ address }) => ({ address: address?.trim() || null }),
};

function Fields({ fieldProps }: FieldsProps) {
  const text = useChannelText();
  const [isOwn, setOwn] = useState(true);
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
      {!isOwn && <TextField {...fieldProps("address")} label={text("channels.mail_address")} type="email" required />}
    </>
  );
}

/** When mail is sent. */
function Schedule({ value }: { value: MailSchedule }) {
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
