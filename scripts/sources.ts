// What the checks share: reading the repository's files and reporting problems.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));

/** Path from the repository's root, with slashes, to the file's text. */
export type Sources = Map<string, string>;

/** Reads the files that match, such as `{contract,server,web}/src/**\/*.ts`. */
export function readSources(pattern: string): Sources {
  const exclude = ["**/node_modules", "web/dist", "data", ".cache"];
  const paths = globSync(pattern, { cwd: root, exclude }).map((path) => path.replaceAll("\\", "/"));
  return new Map(paths.sort().map((path) => [path, readFileSync(join(root, path), "utf8")]));
}

/** Prints the problems; with any the process ends with exit code 1. */
export function report(problems: readonly string[]): void {
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
