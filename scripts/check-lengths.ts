// Checks that lines fit 120 columns and test files 400 lines.
import { readSources, report, type Sources } from "./sources.ts";

const maxColumns = 120;
const maxTestLines = 400;

/** Lines that may be longer: imports, and lines with nothing but one text, URL or regular expression. */
const unbreakable = [
  /^(import|export) .* from "[^"]+";$/,
  // rows of a feed or words of a list within a template
  /^(<|\d+,"| {2}[A-Z]\w+( [A-Z]\w+){9})/,
  /^\s*(\/\/|\*)?\s*["'`]?https?:\/\/\S+$/,
  /^\s*((\w+|"[^"]+"): |\w+=|\? )?(["'`]).*\3[,;]?( \+)?$/,
  /^\s*((const|let) \w+ = )?\/.+\/[a-z]*[,;]?$/,
];

/** One line for each violation. */
export function findProblems(sources: Sources): string[] {
  return [...sources].flatMap(([path, text]) => {
    const lines = text.trimEnd().split("\n");
    const problems = lines.flatMap((line, index) =>
      [...line].length > maxColumns && !unbreakable.some((pattern) => pattern.test(line))
        ? [`${path}:${index + 1}: has ${[...line].length} columns; break a line of more than ${maxColumns}`]
        : [],
    );
    const isLongTest = /\.test\.tsx?$/.test(path) && lines.length > maxTestLines;
    return isLongTest
      ? [...problems, `${path}: has ${lines.length} lines; split a test file of more than ${maxTestLines}`]
      : problems;
  });
}

if (import.meta.main) {
  const sources = readSources("**/*.{ts,tsx,mjs}");
  report(findProblems(new Map([...sources].filter(([path]) => !path.includes(".gen.")))));
}
