import { AppError } from "contract/core/errors.ts";
import { expect, test } from "vitest";
import { SourceError } from "../sources/source.ts";
import { type DailySource, readDaily } from "./commands-daily.ts";

const hour = 3_600_000;

/** Reads three sources, of which the second one is the given one; returns what was read, recorded and logged. */
async function readWith(second: Partial<DailySource>, { aborts = false } = {}) {
  const seen: string[] = [];
  const controller = new AbortController();
  const source = (name: string, more: Partial<DailySource> = {}): DailySource => ({
    name,
    findLast: async () => null,
    read: async () => {
      seen.push(`read ${name}`);
      return null;
    },
    recordFailure: async (_, problem) => void seen.push(`recorded ${name}: ${problem}`),
    ...more,
  });
  const sources = [source("one"), source("two", second), source("three")];
  if (aborts) controller.abort();
  await readDaily(sources, {
    log: { warn: (first: unknown, text?: string) => void seen.push(`warned: ${text ?? first}`) },
    signal: controller.signal,
    clock: () => new Date(100 * hour),
  });
  return seen;
}

const fail = (error: Error) => async () => {
  throw error;
};

test.each<[string, Partial<DailySource>, string[]]>([
  ["was read 22 hours ago", { findLast: async () => new Date(78 * hour) }, []],
  ["was read 23 hours ago", { findLast: async () => new Date(77 * hour) }, ["read two"]],
  ["is held", { read: async () => "too short" }, ["warned: two are held: too short"]],
  [
    "does not respond",
    { read: fail(new SourceError("unreachable", "no answer")) },
    ["warned: failed to read two: no answer", "recorded two: no answer"],
  ],
  [
    "is refused",
    { read: fail(new AppError("invalid", "line 2: no title")) },
    ["warned: failed to read two: line 2: no title", "recorded two: line 2: no title"],
  ],
  [
    "fails by a defect of ours",
    { read: fail(new TypeError("x is not a function")) },
    [
      "warned: failed to read two: TypeError: x is not a function",
      "recorded two: It failed unexpectedly; the log says why",
    ],
  ],
  [
    "cannot be looked up, nor its failure recorded",
    { findLast: fail(new Error("no database")), recordFailure: fail(new Error("no database")) },
    ["warned: failed to read two: Error: no database", "warned: failed to record that two could not be read"],
  ],
])("a source that %s keeps no other one from being read", async (_, second, expected) => {
  expect(await readWith(second)).toEqual(["read one", ...expected, "read three"]);
});

test("nothing is read after the signal", async () => {
  expect(await readWith({}, { aborts: true })).toEqual([]);
});
