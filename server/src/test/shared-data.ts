import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../../../../shared/data/", import.meta.url));

/** The path of a file of real data next to the repository, or null with a warning. */
export function sharedData(name: string): string | null {
  if (existsSync(folder + name)) return folder + name;
  console.warn(`Skipped tests with real data: ../shared/data/${name} is missing`);
  return null;
}
