import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";

/** The mail files that a site without a mail server has finished writing. */
export async function listMails(dataDir: string): Promise<string[]> {
  const outbox = join(dataDir, "outbox");
  const names = await readdir(outbox).catch(() => []);
  return names.filter((name) => name.endsWith(".eml")).map((name) => join(outbox, name));
}

/** By file; a site that many files use has sent hundreds. */
const read = new Map<string, Promise<string>>();

export async function readMails(dataDir: string): Promise<string[]> {
  const files = await listMails(dataDir);
  for (const file of files) if (!read.has(file)) read.set(file, readFile(file, "utf8"));
  return Promise.all(files.map((file) => read.get(file)!));
}

/** Waits for a mail to this address that `path` matches, and returns the match. */
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
