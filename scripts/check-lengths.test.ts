import { expect, test } from "vitest";
import { findProblems } from "./check-lengths.ts";

const problemsOf = (path: string, ...lines: string[]) => findProblems(new Map([[path, `${lines.join("\n")}\n`]]));
const long = "x".repeat(115);

test("lines of 120 columns and test files of 400 lines are accepted", () => {
  expect(problemsOf("a.ts", `"${long}";12`, `"${"😀".repeat(100)}"`)).toEqual([]);
  expect(problemsOf("a.test.ts", ...Array<string>(400).fill("line"))).toEqual([]);
  expect(problemsOf("a.ts", ...Array<string>(401).fill("line"))).toEqual([]);
});

test("a longer line is reported with its number", () => {
  expect(problemsOf("a.ts", "short", `const a = "${long}";`)).toEqual([
    "a.ts:2: has 128 columns; break a line of more than 120",
  ]);
});

test("a longer test file is reported", () => {
  expect(problemsOf("a.test.tsx", ...Array<string>(401).fill("line"))).toEqual([
    "a.test.tsx: has 401 lines; split a test file of more than 400",
  ]);
});

test.each([
  ["an import", `import { a } from "./${long}.ts";`],
  ["a URL", `    "https://example.com/${long}",`],
  ["a URL in a comment", `// https://example.com/${long}`],
  ["a text", `  "a.key": "${long}",`],
  ["a regular expression", `const pattern = /^${long}$/u;`],
])("a long line with only %s is accepted", (_, line) => {
  expect(problemsOf("a.ts", line)).toEqual([]);
});
