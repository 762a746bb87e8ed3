import type { PolledSource, SourceRun } from "contract/prices/source-schema.ts";
import { expect, test } from "vitest";
import { describeSchedule, withProgress } from "./sources-state.ts";

const source = { key: "gog", last_run: { id: 1, seen: 5, changed: 1 } as SourceRun } as PolledSource;
const progress = { key: "gog", state: "running", seen: 9, changed: 2 } as const;

test("progress changes only the counts of its own source", () => {
  expect(withProgress(source, progress).last_run).toEqual({ id: 1, seen: 9, changed: 2 });
  expect(withProgress(source, { ...progress, key: "steam" })).toBe(source);
  expect(withProgress(source, { ...progress, seen: 5, changed: 1 })).toBe(source);
  const unread = { ...source, last_run: null };
  expect(withProgress(unread, progress)).toBe(unread);
});

test.each([
  [0, "Never"],
  [1, "Every hour"],
  [6, "Every 6 hours"],
])("a schedule of %d hours", (hours, text) => {
  expect(describeSchedule({ hours, setting: null })).toBe(text);
});
