import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Debian has servers here, and only in root's PATH. */
const extraFolders = ["/usr/sbin", "/usr/local/sbin"];

/** The path of an installed program, or null. */
export function findProgram(name: string): string | null {
  const folders = [...(process.env.PATH ?? "").split(delimiter), ...extraFolders];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null;
}
