// Checks that every document and every section of the specification that a file cites exists.
import { basename } from "node:path";
import { readSources, report, type Sources } from "./sources.ts";

/** "spec/prices 3.2" or "docs/spec/prices.md 3.2". */
const sectionCited = /\bspec\/([a-z-]+)(?:\.md)? (\d+(?:\.\d+)?)/g;
/** Not in string literals, which may name any file. */
const documentCited = /[\w-]+\.md\b(?!["'])/g;
const heading = /^#{2,3} (\d+(?:\.\d+)?)\b/gm;

/** One line for each broken citation. */
export function findBrokenReferences(files: Sources): string[] {
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

if (import.meta.main) {
  const sources = readSources("**/*.{ts,tsx,mjs,css,sql,md}");
  report(findBrokenReferences(new Map([...sources].filter(([path]) => !path.includes("check-references")))));
}
