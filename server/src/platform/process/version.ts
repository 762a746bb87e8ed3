import { readFileSync } from "node:fs";

/** The site's version, such as `1.0.0`. */
export function readVersion(): string {
  const file = new URL("../../../package.json", import.meta.url);
  return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
}
