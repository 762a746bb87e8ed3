import { expect, test } from "vitest";
import { auditDefaults, auditQueryOf } from "./audit-tab.tsx";

const opened = auditDefaults(new Date(2026, 2, 15, 23, 59));

test("the tab opens on the last 30 days, newest first (spec/administration 6.3)", () => {
  expect(opened).toMatchObject({ start: "2026-02-13", end: "2026-03-15", sort: "performed_at", order: "DESC" });
});

test("days are whole local days, and empty filters are left out", () => {
  expect(auditQueryOf({ ...opened, action: "UPDATE" })).toEqual({
    search: "",
    action: "UPDATE",
    start_date: new Date(2026, 1, 13).toISOString(),
    end_date: new Date(2026, 2, 15, 23, 59, 59, 999).toISOString(),
    sortBy: "performed_at",
    sortOrder: "DESC",
  });
});

test.each(["", "yesterday", "2026-02-31x"])("%j as a day is no limit", (start) =>
  expect(auditQueryOf({ ...opened, start }).start_date).toBeUndefined(),
);
