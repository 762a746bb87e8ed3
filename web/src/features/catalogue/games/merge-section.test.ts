import type { MergeCounts } from "contract/catalogue/merge-schema.ts";
import { expect, test } from "vitest";
import { describeMoves, describeUndo } from "./merge-section.tsx";

const none: MergeCounts = {
  ...{ wishlists: 0, wishlists_both: 0, alerts: 0, alerts_both: 0, offers: 0, offers_both: 0 },
  ...{ price_records: 0, matches: 0, additions: 0, clicks: 0, reports: 0 },
};

test("moved records are listed by kind, without empty kinds", () => {
  expect(describeMoves(none)).toEqual([]);
  expect(
    describeMoves({ ...none, wishlists: 1200, wishlists_both: 3, offers: 1, price_records: 2, clicks: 5, reports: 1 }),
  ).toEqual([
    "1,200 wishlist entries, 3 of users with both games: they keep the other place",
    "1 offer",
    "2 price records",
    "5 visits to stores",
    "1 report of a price",
  ]);
  expect(describeMoves({ ...none, alerts: 2, alerts_both: 1 })).toEqual([
    "2 price alerts, 1 of users with both games: they keep the other alert",
  ]);
});

test("the undo deadline of a merge is described", () => {
  expect(describeUndo("2026-12-12T12:00:00Z")).toBe("can be undone until December 12");
  expect(describeUndo(null)).toBe("can no longer be undone");
});
