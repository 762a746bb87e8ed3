import type { AdminVoucher } from "contract/vouchers/api.ts";
import { expect, test } from "vitest";
import { toFields, toForm } from "./vouchers-tab.tsx";

const voucher: AdminVoucher = {
  ...{ id: 7, store: "gog", code: "SAVE50", conditions: "Once per account", country: "US" },
  ...{ percent: null, amount: 4.99, currency: "USD", game_ids: [3, 1], excluded_game_ids: [2] },
  ...{ excluded_regions: ["RU", "CIS"], minimum: 20, full_price_only: true },
  ...{ begins_at: "2026-11-19T23:00:00.000Z", ends_at: "2026-11-30T22:59:59.000Z" },
  ...{ promotion_id: null, works: 0, fails: 0, shown: true, version: 1, updated_at: "2026-11-27T12:00:00.000Z" },
};

test.each<[string, Partial<AdminVoucher>]>([
  ["with all fields", {}],
  ["for a whole store", { percent: 15, amount: null, minimum: null, currency: null, game_ids: [], country: null }],
  ["without times", { begins_at: null, ends_at: null, excluded_game_ids: [], excluded_regions: [] }],
])("an unedited voucher %s is sent unchanged", (_, change) => {
  const { id, promotion_id, works, fails, shown, version, updated_at, ...fields } = { ...voucher, ...change };
  expect(toFields(toForm({ ...voucher, ...change }))).toEqual(fields);
});
