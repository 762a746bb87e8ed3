import { describe, expect, test } from "vitest";
import { fromLocalTime, isTimeZone, toLocalTime, weekdayOf } from "./local-time.ts";
import { afterQuietHours, defaultTimes, dueAt, nextDigest } from "./schedule.ts";

// OpenCTI-Platform/opencti#4310, matomo-org/matomo#7658: an hour late in daylight saving time
describe("a local time (spec/notifications 5.1)", () => {
  test.each([
    ["Europe/Berlin", "2026-01-15 09:00", "2026-01-15T08:00:00Z"],
    ["Europe/Berlin", "2026-07-15 09:00", "2026-07-15T07:00:00Z"],
    ["America/New_York", "2026-01-15 09:00", "2026-01-15T14:00:00Z"],
    ["Asia/Kolkata", "2026-01-15 09:00", "2026-01-15T03:30:00Z"],
    ["Pacific/Kiritimati", "2026-01-15 00:00", "2026-01-14T10:00:00Z"],
    ["Pacific/Pago_Pago", "2026-01-15 23:59", "2026-01-16T10:59:00Z"],
    // skipped when clocks go forward: later by as much
    ["Europe/Berlin", "2026-03-29 02:30", "2026-03-29T01:30:00Z"],
    ["America/New_York", "2026-03-08 02:00", "2026-03-08T07:00:00Z"],
    ["Australia/Lord_Howe", "2026-10-04 02:15", "2026-10-03T15:45:00Z"],
    // repeated when clocks go back: the first occurrence
    ["Europe/Berlin", "2026-10-25 02:30", "2026-10-25T00:30:00Z"],
    ["America/New_York", "2026-11-01 01:30", "2026-11-01T05:30:00Z"],
  ])("in %s it is %s at %s", (zone, local, utc) => {
    const [, year, month, day, hour, minute] = /(\d+)-(\d+)-(\d+) (\d+):(\d+)/.exec(local)!.map(Number);
    const time = { year: year!, month: month!, day: day!, minute: hour! * 60 + minute! };
    expect(fromLocalTime(time, zone)).toEqual(new Date(utc));
  });

  test("round-trips for every hour of a year, except repeated ones", () => {
    for (const zone of ["America/St_Johns", "Australia/Lord_Howe"]) {
      const differing = [];
      for (let at = Date.UTC(2026, 0); at < Date.UTC(2027, 0); at += 3_600_000) {
        const back = fromLocalTime(toLocalTime(new Date(at), zone), zone).getTime();
        if (back !== at) differing.push(at - back);
      }
      expect(differing.length).toBeLessThanOrEqual(1);
    }
  });
});

test("time zones are names, not offsets", () => {
  for (const name of ["Europe/Berlin", "UTC", "America/Argentina/Buenos_Aires"]) expect(isTimeZone(name)).toBe(true);
  for (const name of ["", "+01:00", "Mars/Olympus", "Europe/Berlin; drop", "a".repeat(60)]) {
    expect(isTimeZone(name)).toBe(false);
  }
});

test("weekdays are numbered from Monday", () => {
  const days = [23, 24, 25, 26, 27, 28, 29].map((day) => weekdayOf({ year: 2026, month: 11, day, minute: 0 }));
  expect(days).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

const berlin = { ...defaultTimes, timeZone: "Europe/Berlin", digestHour: 8, digestWeekday: 7 };

test.each<[schedule: "daily" | "weekly", after: string, digest: string]>([
  ["daily", "2026-01-15T06:59:59Z", "2026-01-15T07:00:00Z"],
  ["daily", "2026-01-15T07:00:00Z", "2026-01-16T07:00:00Z"],
  ["daily", "2026-01-31T22:59:00Z", "2026-02-01T07:00:00Z"],
  // 23 and 25 hours later
  ["daily", "2026-03-28T07:00:00Z", "2026-03-29T06:00:00Z"],
  ["daily", "2026-10-24T06:00:00Z", "2026-10-25T07:00:00Z"],
  ["weekly", "2026-03-25T12:00:00Z", "2026-03-29T06:00:00Z"],
  ["weekly", "2026-03-29T05:59:00Z", "2026-03-29T06:00:00Z"],
  ["weekly", "2026-03-29T06:00:00Z", "2026-04-05T06:00:00Z"],
  ["weekly", "2026-10-18T06:00:00Z", "2026-10-25T07:00:00Z"],
])("the %s digest after %s goes out at %s (spec/notifications 5.2)", (schedule, after, digest) =>
  expect(nextDigest(new Date(after), schedule, berlin)).toEqual(new Date(digest)),
);

test.each<[from: string | null, to: string | null, at: string, delivered: string]>([
  [null, null, "2026-01-15T02:00:00Z", "2026-01-15T02:00:00Z"],
  ["22:00", "07:00", "2026-01-15T20:59:59Z", "2026-01-15T20:59:59Z"],
  ["22:00", "07:00", "2026-01-15T21:00:00Z", "2026-01-16T06:00:00Z"],
  ["22:00", "07:00", "2026-01-15T23:30:00Z", "2026-01-16T06:00:00Z"],
  ["22:00", "07:00", "2026-01-16T05:59:00Z", "2026-01-16T06:00:00Z"],
  ["22:00", "07:00", "2026-01-16T06:00:00Z", "2026-01-16T06:00:00Z"],
  ["09:00", "17:30", "2026-01-15T08:00:00Z", "2026-01-15T16:30:00Z"],
  ["09:00", "17:30", "2026-01-15T16:30:00Z", "2026-01-15T16:30:00Z"],
  ["08:00", "08:00", "2026-01-15T08:00:00Z", "2026-01-15T08:00:00Z"],
  // nights that are an hour shorter and longer
  ["22:00", "07:00", "2026-03-28T22:00:00Z", "2026-03-29T05:00:00Z"],
  ["22:00", "07:00", "2026-10-24T21:00:00Z", "2026-10-25T06:00:00Z"],
  ["22:00", "02:30", "2026-03-28T22:00:00Z", "2026-03-29T01:30:00Z"],
  ["22:00", "02:30", "2026-10-24T21:00:00Z", "2026-10-25T00:30:00Z"],
])("quiet from %s to %s: an event at %s is delivered at %s (spec/notifications 5.3)", (from, to, at, delivered) => {
  const minutes = (time: string | null) =>
    time === null ? null : Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  const times = { ...berlin, quietFrom: minutes(from), quietTo: minutes(to) };
  expect(afterQuietHours(new Date(at), times)).toEqual(new Date(delivered));
});

test("a digest whose hour is quiet goes out when the quiet hours end", () => {
  const times = { ...berlin, quietFrom: 0, quietTo: 10 * 60 };
  expect(dueAt(new Date("2026-01-15T05:00:00Z"), "daily", times)).toEqual(new Date("2026-01-15T09:00:00Z"));
  expect(dueAt(new Date("2026-01-15T12:00:00Z"), "instant", times)).toEqual(new Date("2026-01-15T12:00:00Z"));
});
