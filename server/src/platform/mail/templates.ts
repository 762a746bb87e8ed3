import type { MailTemplate } from "contract/content-strings/defaults/mail.ts";
import { readText, type TextValues } from "contract/content-strings/variables.ts";
import type { Language } from "contract/languages/language.ts";
import type { Mail } from "./queue.ts";

/** A text inside of a text. */
export interface MailText {
  /** Of a content string. */
  key: string;
  values?: MailValues;
}

/** What a variable stands for: a time (ISO 8601), texts or names that are listed in a sentence, or texts in lines. */
export type MailValue =
  | string
  | number
  | { time: string }
  | { list: readonly (MailText | string)[] }
  | { lines: readonly MailText[] };

interface MailValues {
  readonly [name: string]: MailValue;
}

/** A mail whose texts are content strings, filled in when it is sent, in the language of its reader. */
export interface TemplateMail extends Pick<Mail, "to" | "addressee" | "replyTo" | "userId" | "language"> {
  template: MailTemplate;
  /** For the variables of its texts, `{brand}` aside. */
  values: MailValues;
  /** Where the button leads; none without it. */
  actionPath?: string;
  /** Further paragraphs: the last parts of their keys. */
  more?: readonly string[];
}

/** A text by its key: as administrators have edited it, otherwise as it ships. */
type FindText = (key: string) => string | undefined;

/** Whoever reads a mail. */
export interface MailReader {
  language: Language;
  direction: "ltr" | "rtl";
  find: FindText;
  /** The path of a page for this reader. */
  pathOf(path: string): string;
}

export function fillTemplate(
  { template, values: given, actionPath, more = [], ...rest }: TemplateMail,
  { language, find, pathOf }: MailReader,
): Mail {
  const read = ({ key, values = {} }: MailText): string => readText(find, key, writtenIn(values), language) ?? "";
  const written = (value: MailValue): string | number => {
    if (typeof value !== "object") return value;
    if ("time" in value) return language.time(value.time);
    if ("lines" in value) return value.lines.map((text) => `\n• ${read(text)}`).join("");
    return language.list(value.list.map((item) => (typeof item === "string" ? item : read(item))));
  };
  const writtenIn = (values: MailValues): TextValues =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, written(value)]));
  const values = writtenIn(given);
  const text = (part: string) => read({ key: `mail.${template}.${part}`, values });
  return {
    ...rest,
    subject: text("subject").replace(/\s+/g, " "),
    paragraphs: ["text", ...more].flatMap((part) => text(part).split(/\n\s*\n/)),
    ...(actionPath !== undefined && { action: { label: text("action"), path: pathOf(actionPath) } }),
    reason: text("reason"),
  };
}
