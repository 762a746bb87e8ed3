import { expect, test } from "vitest";
import { findProblems, findRegexes, judge } from "./check-regexes.ts";

/** Of all tests: to see that a pattern is slow takes seconds. */
const verdicts: Awaited<ReturnType<typeof judge>> = new Map();

async function problemsOf(code: string, path = "server/src/http/planted.ts"): Promise<string[]> {
  const regexes = findRegexes(path, code);
  const isJudged = ({ pattern, flags }: (typeof regexes)[number]) => verdicts.has(`/${pattern}/${flags}`);
  for (const [name, verdict] of await judge(regexes.filter((regex) => !isJudged(regex)))) verdicts.set(name, verdict);
  return findProblems(regexes, verdicts);
}

const quadratic = String.raw`/\d+$/`;

test("patterns that take linear time pass", async () => {
  const code = String.raw`
    const form = /^[\w-]{1,100}$/;
    export const found = (text: string) => form.test(text) || new RegExp("^a+$", "i").test(text) || text.split(/,\s*/);
  `;
  expect(await problemsOf(code)).toEqual([]);
});

test.each([
  ["quadratic", `export const pattern = ${quadratic};`],
  ["exponential", "export const is = (text: string) => /^(a+)+$/.test(text);"],
  ["in a string", String.raw`export const pattern = new RegExp("\\d+$");`],
  ["with a lookbehind", String.raw`export const pattern = /(?<=x)\s+\+\s.*$/u;`],
])("a slow pattern is rejected with its line: %s", async (_, code) => {
  const problems = await problemsOf(`\n${code}\n`);
  expect(problems).toEqual([expect.stringMatching(/^server\/src\/http\/planted\.ts:2: .+ time, for example on '/)]);
});

test("patterns in JSX files are checked", async () => {
  const code = `export const Name = ({ name }: { name: string }) => <p>{name.replace(${quadratic}, "")}</p>;`;
  expect(await problemsOf(code, "web/src/ui/name.tsx")).toHaveLength(1);
});

test("a pattern built at run time is rejected", async () => {
  const code = "export const find = (words: string) => new RegExp(words);";
  expect(await problemsOf(code)).toEqual([
    "server/src/http/planted.ts:1: a regular expression built at run time cannot be checked",
  ]);
});

test("an exception needs a reason next to it", async () => {
  const pattern = `export const pattern = ${quadratic};`;
  expect(await problemsOf(`// recheck-ignore: reads our own files\n${pattern}`)).toEqual([]);
  expect(await problemsOf(`${pattern} // recheck-ignore: reads our own files`)).toEqual([]);
  expect(await problemsOf(`// recheck-ignore:\n${pattern}`)).toHaveLength(1);
  expect(await problemsOf(`// recheck-ignore: reads our own files\n\n${pattern}`)).toHaveLength(1);
});
