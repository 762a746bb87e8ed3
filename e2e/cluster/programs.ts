import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Where Debian keeps servers, which is in the path of root alone. */
const besidePath = ["/usr/sbin", "/usr/local/sbin"];

/** The path of a program of this machine, or null where it is not installed. */
export function findProgram(name: string): string | null {
  const folders = [...(process.env.PATH ?? "").split(delimiter), ...besidePath];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null;
}
