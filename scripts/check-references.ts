// Checks that every document and every section of the specification that the repository cites is in the repository.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** Path from the repository's root to the file's text. */
export type Files = Map<string, string>;

/** "spec/prices 3.2", or with its link: "docs/spec/prices.md 3.2". */
const sectionCited = /\bspec\/([a-z-]+)(?:\.md)? (\d+(?:\.\d+)?)/g;
/** In prose only: a string of the code may name any file. */
const documentCited = /[\w-]+\.md\b(?!["'])/g;
const heading = /^#{2,3} (\d+(?:\.\d+)?)\b/gm;

/** One line for each citation of something that is not there. */
export function findBrokenReferences(files: Files): string[] {
  const documents = new Set([...files.keys()].filter((path) => path.endsWith(".md")).map((path) => basename(path)));
  const sections = new Map(
    [...files]
      .filter(([path]) => /^docs\/spec\/[a-z-]+\.md$/.test(path))
      .map(([path, text]) => [basename(path, ".md"), new Set([...text.matchAll(heading)].map(([, number]) => number))]),
  );
  return [...files].flatMap(([path, text]) => [
    ...[...text.matchAll(sectionCited)]
      .filter(([, page, number]) => !sections.get(page!)?.has(number))
      .map(([cited]) => `${path}: ${cited} is not in docs/spec`),
    ...[...text.matchAll(documentCited)]
      .filter(([name]) => !documents.has(name))
      .map(([name]) => `${path}: ${name} is not in the repository`),
  ]);
}

function readTrackedFiles(root: string): Files {
  const listed = spawnSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { cwd: root });
  const paths = listed.stdout.toString().split("\n");
  const text = paths.filter((path) => /\.(ts|tsx|mjs|css|sql|md)$/.test(path) && !path.includes("check-references"));
  return new Map(text.map((path) => [path, readFileSync(join(root, path), "utf8")]));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const problems = findBrokenReferences(readTrackedFiles(fileURLToPath(new URL("..", import.meta.url))));
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
