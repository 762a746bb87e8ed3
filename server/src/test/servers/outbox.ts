import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { untilFound } from "../eventually.ts";

export interface SentMail {
  /** In lower case. */
  to: string;
  subject: string;
  /** The plain text, with single spaces. */
  text: string;
}

/** The mails that an app without a mail server has written to its data folder, the oldest first. */
export async function readOutbox(dataDir: string): Promise<SentMail[]> {
  const folder = join(dataDir, "outbox");
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".eml"));
  const mails = await Promise.all(
    names.map(async (name) => {
      const [file, { mtimeMs }] = await Promise.all([readFile(join(folder, name), "utf8"), stat(join(folder, name))]);
      // Unfold long header fields.
      const eml = file.replace(/\r\n[ \t]+/g, " ");
      const header = (field: string) => new RegExp(`^${field}: (.*)$`, "m").exec(eml)?.[1]?.trim() ?? "";
      const text = /Content-Transfer-Encoding: 7bit\r\n\r\n([\s\S]*?)\r\n----/.exec(eml)?.[1] ?? "";
      return { mtimeMs, to: header("To").toLowerCase(), subject: header("Subject"), text: text.replace(/\s+/g, " ") };
    }),
  );
  return mails.sort((a, b) => a.mtimeMs - b.mtimeMs);
}

/** Waits for `count` mails to this address with a matching subject; returns the last one. */
export async function untilMailed(dataDir: string, to: string, subject: RegExp, count = 1): Promise<SentMail> {
  return untilFound(async () => {
    const mails = await readOutbox(dataDir);
    const found = mails.filter((mail) => mail.to.includes(to.toLowerCase()) && subject.test(mail.subject));
    return found.length >= count ? found.at(-1)! : null;
  }) as Promise<SentMail>;
}

/** The token of the link in a mail. */
export function tokenOf({ text }: SentMail): string {
  const token = /\?token=([\w-]{43})/.exec(text)?.[1];
  if (!token) throw new Error(`No link in this mail:\n${text}`);
  return token;
}
