import { expect, test } from "vitest";
import { alignLines, diffTexts } from "./diff-view.tsx";

test("a changed line is diffed word by word", () => {
  expect(diffTexts("Find the best deals", "Find good deals today")).toEqual([
    [
      { kind: "same", text: "Find " },
      { kind: "removed", text: "the best" },
      { kind: "added", text: "good" },
      { kind: "same", text: " deals " },
      { kind: "added", text: "today" },
    ],
  ]);
});

test("a difference in spaces alone is shown", () => {
  const [parts] = diffTexts("a b", "a  b");
  expect(parts!.filter(({ kind }) => kind !== "same")).not.toEqual([]);
});

test.each([
  ["words", "a ", "b "],
  ["signs", "a.", ".b"],
])("long lines of different %s are replaced as a whole", (_, before, after) => {
  const [older, newer] = [before.repeat(8_000), after.repeat(8_000)];
  const start = process.threadCpuUsage().user;
  expect(diffTexts(older, newer)).toEqual([
    [
      { kind: "removed", text: older },
      { kind: "added", text: newer },
    ],
  ]);
  expect(process.threadCpuUsage().user - start).toBeLessThan(1_000_000);
});

test("equal texts have no changes", () => {
  expect(diffTexts("a\nb", "a\nb")).toEqual([[{ kind: "same", text: "a" }], [{ kind: "same", text: "b" }]]);
});

test.each([
  ["nothing", "a b", "a b", "a=a b=b"],
  ["an insertion", "a b", "a x y b", "a=a +x +y b=b"],
  ["a removal", "a x y b", "a b", "a=a -x -y b=b"],
  ["four lines in between", "a b", "a 1 2 3 4 b", "a=a +1 +2 +3 +4 b=b"],
  ["five lines in between, beyond the limit", "a b", "a 1 2 3 4 5 b", "a=a b=1 +2 +3 +4 +5 +b"],
  ["a replaced line", "a b c", "a x c", "a=a b=x c=c"],
  ["a removed end", "a b c", "a", "a=a -b -c"],
  ["two counterparts, by the nearer one", "a b", "b a b", "+b a=a b=b"],
])("lines are aligned after %s (spec/content-and-settings 2.4)", (_, older, newer, expected) => {
  const pairs = alignLines(older.split(" "), newer.split(" "));
  const reported = pairs.map(([before, after]) =>
    before === undefined ? `+${after}` : after === undefined ? `-${before}` : `${before}=${after}`,
  );
  expect(reported.join(" ")).toBe(expected);
});
