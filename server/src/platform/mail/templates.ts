import type { MailTemplate } from "contract/content-strings/defaults/mail.ts";
import { fillText } from "contract/content-strings/variables.ts";
import type { Mail } from "./queue.ts";

/** A mail whose texts are content strings, filled in when it is sent. */
export interface TemplateMail extends Pick<Mail, "to" | "addressee" | "replyTo" | "userId"> {
  template: MailTemplate;
  /** For the variables of its texts, `{brand}` aside. */
  values: Readonly<Record<string, string>>;
  /** Where the button leads; none without it. */
  actionPath?: string;
  /** Further paragraphs: the last parts of their keys. */
  more?: readonly string[];
}

/** A text by its key: as administrators have edited it, otherwise as it ships. */
export type ReadText = (key: string) => string;

export function fillTemplate({ template, values, actionPath, more = [], ...rest }: TemplateMail, read: ReadText): Mail {
  const text = (part: string) => fillText(read(`mail.${template}.${part}`), values);
  return {
    ...rest,
    subject: text("subject").replace(/\s+/g, " "),
    paragraphs: ["text", ...more].flatMap((part) => text(part).split(/\n\s*\n/)),
    ...(actionPath !== undefined && { action: { label: text("action"), path: actionPath } }),
    reason: text("reason"),
  };
}
