import { expect, test } from "vitest";
import { findBrokenReferences } from "./check-references.ts";

const page = "# Prices\n\n## 3 History\n\n### 3.2 The window\n";
const problemsOf = (text: string) =>
  findBrokenReferences(
    new Map([
      ["docs/spec/prices.md", page],
      ["server/src/a.ts", text],
    ]),
  );

test("citations of sections and documents that exist are fine", () => {
  expect(problemsOf("// spec/prices 3 and spec/prices 3.2; see docs/spec/prices.md")).toEqual([]);
});

test.each([
  ["a section that does not exist", "// spec/prices 3.3", "server/src/a.ts: spec/prices 3.3 is not in docs/spec"],
  ["a page that does not exist", "// spec/sales 1", "server/src/a.ts: spec/sales 1 is not in docs/spec"],
  ["a document outside the repository", "// see rules.md", "server/src/a.ts: rules.md is not in the repository"],
])("%s is reported", (_, text, problem) => {
  expect(problemsOf(text)).toEqual([problem]);
});
