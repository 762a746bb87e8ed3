import type { channelTexts } from "contract/content-strings/defaults/personal/channel.ts";
import type { MailSchedule } from "contract/notifications/channels/rules.ts";
import type { ComponentType } from "react";
import type { FormValues } from "../../../../page/form.ts";
import type { ReadChannelText } from "../channel-text.ts";

/** A text without variables. */
type PlainText = keyof {
  [Key in keyof typeof channelTexts as (typeof channelTexts)[Key] extends `${string}{${string}` ? never : Key]: string;
};

/** A kind of channel, as its owner adds and changes it. */
export interface Kind<Target> {
  icon: ComponentType<{ className?: string }>;
  /** The fields of the target. A kind without them gets no other target. */
  Fields?: ComponentType<FieldsProps>;
  /** The field of when messages are sent. */
  Schedule?: ComponentType<{ value: MailSchedule }>;
  /** Problems by field that are known before sending. */
  check?(values: FormValues): Record<string, string | false>;
  /** The target in the fields, as sent. `pushKey` asks the site for its key. */
  toTarget(values: FormValues, pushKey: () => Promise<string>): Target | Promise<Target>;
  /** Why `toTarget` failed. */
  explain?(error: unknown, text: ReadChannelText): string | undefined;
  /** Shown above the fields; on the button; beside the code. */
  texts?: Partial<Record<"intro" | "submit" | "code", PlainText>>;
}

export interface FieldsProps {
  fieldProps: (name: string) => object;
}

/** For fields whose input is taken as it is. */
export const verbatim = { autoComplete: "off", autoCapitalize: "none", spellCheck: false } as const;
