import { expect, test } from "vitest";
import type { PollRow } from "./queries.ts";
import { isDue } from "./schedule.ts";

const hour = 3_600_000;
const at = (hours: number) => new Date(hours * hour);
const was = (state: PollRow["state"], started: number): PollRow =>
  ({ state, startedAt: at(started), finishedAt: state === "running" ? null : at(started) }) as PollRow;

test.each<[string, PollRow[], hours: number, now: number, due: boolean]>([
  ["a source that was never polled", [], 6, 0, true],
  ["a schedule of never", [], 0, 0, false],
  ["before its time", [was("done", 0)], 6, 5.9, false],
  ["at its time", [was("done", 0)], 6, 6, true],
  ["an interrupted poll", [was("running", 0)], 6, 0, true],
  ["a failure a moment ago", [was("failed", 0)], 6, 0.1, false],
  ["a failure ten minutes ago", [was("failed", 0)], 6, 1 / 6, true],
  [
    "the third failure in a row, half an hour ago",
    [was("failed", 0), was("failed", 0), was("failed", 0)],
    6,
    0.5,
    false,
  ],
  [
    "the third failure in a row, forty minutes ago",
    [was("failed", 0), was("failed", 0), was("failed", 0)],
    6,
    0.7,
    true,
  ],
  ["failures for days", Array(10).fill(was("failed", 0)), 6, 6, true],
])("%s is due or not", (_, polls, hours, now, due) => {
  expect(isDue(polls, hours, null, at(now))).toBe(due);
});
