import { emailProblem } from "contract/accounts/rules.ts";
import type { channelTexts } from "contract/content-strings/defaults/personal/channel.ts";
import { type MailSchedule, mailSchedules } from "contract/notifications/channels/rules.ts";
import type {
  ChannelKind,
  PushSubscription as Subscription,
  TargetOf,
} from "contract/notifications/channels/schema.ts";
import Bell from "lucide-static/icons/bell.svg?react";
import Mail from "lucide-static/icons/mail.svg?react";
import MessageCircle from "lucide-static/icons/message-circle.svg?react";
import MonitorSmartphone from "lucide-static/icons/monitor-smartphone.svg?react";
import Send from "lucide-static/icons/send.svg?react";
import Webhook from "lucide-static/icons/webhook.svg?react";
import { type ComponentProps, type ComponentType, useState } from "react";
import { type FormValues, fieldProblems } from "../../../page/form.ts";
import { Select } from "../../../ui/select.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { type ReadChannelText, useChannelText } from "./channel-text.ts";
import { PushError, subscribeToPush } from "./push.ts";

/** A text without variables. */
type PlainText = keyof {
  [Key in keyof typeof channelTexts as (typeof channelTexts)[Key] extends `${string}{${string}` ? never : Key]: string;
};

/** A field of a target, taken as it is typed. */
interface Field extends Pick<ComponentProps<typeof TextField>, "placeholder" | "defaultValue" | "inputMode"> {
  name: string;
  label: PlainText;
  hint?: PlainText;
  optional?: boolean;
}

interface FieldsProps {
  fieldProps: (name: string) => object;
}

/** A kind of channel, as its owner adds and changes it. */
interface Kind<Target> {
  icon: ComponentType<{ className?: string }>;
  /** The fields of the target. A kind without them gets no other target. */
  fields?: readonly Field[] | ComponentType<FieldsProps>;
  /** Whether its messages are sent on a schedule. */
  isScheduled?: boolean;
  /** Problems by field that are known before sending. */
  check?(values: FormValues): Record<string, string | false>;
  /** The target in the fields, as sent. `pushKey` asks the site for its key. */
  toTarget(values: FormValues, pushKey: () => Promise<string>): Target | Promise<Target>;
  /** Why `toTarget` failed. */
  explain?(error: unknown, text: ReadChannelText): string | undefined;
  /** Shown above the fields; on the button; beside the code. */
  texts?: Partial<Record<"intro" | "submit" | "code", PlainText>>;
}

const toUrl = ({ url = "" }: FormValues) => ({ url: url.trim() });

/** The kinds of channels, in display order. */
export const kinds: { readonly [Name in ChannelKind]: Kind<TargetOf<Name>> } = {
  mail: {
    icon: Mail,
    fields: MailFields,
    isScheduled: true,
    // only present for an address other than the account's
    check: ({ address }) => ({ address: address !== undefined && (emailProblem(address.trim()) ?? false) }),
    toTarget: ({ address }) => ({ address: address?.trim() || null }),
  },
  // this browser, which asks for permission instead of showing fields
  push: {
    icon: MonitorSmartphone,
    toTarget: async (_, pushKey) => ({ subscription: (await subscribeToPush(await pushKey())) as Subscription }),
    explain: (error, text) => (error instanceof PushError ? text(`channels.push_error.${error.problem}`) : undefined),
    texts: { intro: "channels.push_text", submit: "channels.push_allow", code: "channels.code_push_text" },
  },
  discord: {
    icon: MessageCircle,
    fields: [
      {
        name: "url",
        label: "channels.discord_webhook",
        hint: "channels.discord_hint",
        placeholder: "https://discord.com/api/webhooks/…",
        inputMode: "url",
      },
    ],
    toTarget: toUrl,
  },
  telegram: {
    icon: Send,
    fields: [{ name: "chat", label: "channels.telegram_chat", hint: "channels.telegram_hint" }],
    toTarget: ({ chat = "" }) => ({ chat: chat.trim() }),
  },
  ntfy: {
    icon: Bell,
    fields: [
      { name: "server", label: "channels.ntfy_server", defaultValue: "https://ntfy.sh", inputMode: "url" },
      { name: "topic", label: "channels.ntfy_topic", hint: "channels.ntfy_topic_hint" },
      { name: "token", label: "channels.ntfy_token", optional: true },
    ],
    toTarget: ({ server = "", topic = "", token }) => ({
      server: server.trim(),
      topic: topic.trim(),
      token: token?.trim() || null,
    }),
  },
  webhook: {
    icon: Webhook,
    fields: [
      {
        name: "url",
        label: "channels.webhook_target",
        hint: "channels.webhook_hint",
        placeholder: "https://",
        inputMode: "url",
      },
    ],
    toTarget: toUrl,
  },
};

export function ChannelIcon({ kind }: { kind: ChannelKind }) {
  const { icon: Icon } = kinds[kind];
  return <Icon aria-hidden className="size-5 shrink-0 text-muted" />;
}

/** The fields of a channel's target. */
export function TargetFields({ kind, fieldProps }: FieldsProps & { kind: ChannelKind }) {
  const text = useChannelText();
  const { fields: Fields = [] } = kinds[kind];
  if (typeof Fields === "function") return <Fields fieldProps={fieldProps} />;
  return Fields.map(({ name, label, hint, optional, ...rest }) => (
    <TextField
      key={name}
      {...fieldProps(name)}
      {...rest}
      label={text(label)}
      hint={hint && text(hint)}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      required={!optional}
    />
  ));
}

function MailFields({ fieldProps }: FieldsProps) {
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
          <option value="other">{text("channels.mail_another")}</option>
        </Select>
      </div>
      {!isOwn && <TextField {...fieldProps("address")} label={text("channels.mail_address")} type="email" required />}
    </>
  );
}

/** When messages are sent. */
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
export function checkFields(kind: ChannelKind, values: FormValues, text: ReadChannelText) {
  return fieldProblems({
    name: !values.name?.trim() && text("channels.name_missing"),
    ...kinds[kind].check?.(values),
  });
}
