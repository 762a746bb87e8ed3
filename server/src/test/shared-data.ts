import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../../../../shared/data/", import.meta.url));

/** The path of a file of real data that lies beside the repository, or null, said aloud, where it does not. */
export function sharedData(name: string): string | null {
  if (existsSync(folder + name)) return folder + name;
  console.warn(`Skipped tests with real data: ../shared/data/${name} is not there`);
  return null;
}
