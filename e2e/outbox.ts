import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";

/** The files of the mails that a site has written for want of a mail server. One that is still being written is none yet. */
export async function listMails(dataDir: string): Promise<string[]> {
  const outbox = join(dataDir, "outbox");
  const names = await readdir(outbox).catch(() => []);
  return names.filter((name) => name.endsWith(".eml")).map((name) => join(outbox, name));
}

/** All of those mails, as they would be sent. */
export async function readMails(dataDir: string): Promise<string[]> {
  return Promise.all((await listMails(dataDir)).map((file) => readFile(file, "utf8")));
}

/** What `path` matches in a mail to this address, once there is such a mail. */
export async function mailedPath(dataDir: string, address: string, path: RegExp): Promise<string> {
  let found = "";
  const find = async () => {
    const mails = (await readMails(dataDir)).filter((text) => new RegExp(`^To: .*${address}`, "m").test(text));
    const texts = mails.map((text) => text.replace(/=\r?\n/g, "").replaceAll("=3D", "="));
    found = texts.map((text) => path.exec(text)?.[0]).find(Boolean) ?? "";
    return found;
  };
  await expect.poll(find, { timeout: 20_000 }).not.toBe("");
  return found;
}
