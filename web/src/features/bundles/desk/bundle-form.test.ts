import type { AdminBundle } from "contract/bundles/schema.ts";
import { expect, test } from "vitest";
import { editedFields, nameOfPath, toFields, toForm } from "./bundle-form.ts";

const dates = { begins_at: "2026-08-21T13:00:00.000Z", ends_at: "2026-09-03T12:54:30.000Z", redeem_by: "2027-03-11" };
const item = { title: "Sable", kind: "game", tier: 1, activates_on: ["steam"], activates_in: null } as const;
const unmatched = { game_id: null, game: null, steam_appid: null, waits: true };
const bundle: AdminBundle = {
  ...{ id: 7, store: "humble", title: "Desert Bundle", address: "https://example.com/desert", kind: "tiers" },
  ...{ countries: ["GB", "US"], ...dates, complete: false, games: 9, edited: true, shown: true, version: 3 },
  updated_at: "2026-08-22T12:00:00.000Z",
  tiers: [
    { price: { amount: 1, currency: "USD" }, prices: {}, cumulative: true, addon: false, choose: null },
    {
      ...{ price: null, cumulative: false, addon: true, choose: 2 },
      prices: { BG: { amount: 7.27, currency: "EUR" }, JP: { amount: 1_100, currency: "JPY" } },
    },
  ],
  items: [
    { ...item, activates_on: ["steam"], ...unmatched, game_id: 5, game: { id: 5, title: "Sable" } },
    { ...item, kind: "dlc", tier: null, activates_on: [], activates_in: ["GLOBAL", "!CN"], ...unmatched },
    {
      ...item,
      title: "Coupon, 50% off",
      kind: "coupon",
      activates_on: ["drm-free"],
      activates_in: ["EU"],
      ...unmatched,
    },
  ],
};
const { id: _, edited, shown, version, updated_at, ...sent } = bundle;
const fields = { ...sent, items: sent.items.map(({ game, steam_appid, waits, ...facts }) => facts) };

test.each<[string, Partial<AdminBundle>]>([
  ["with all fields", {}],
  ["of which nothing is known", { begins_at: null, ends_at: null, redeem_by: null, games: null, tiers: [], items: [] }],
  ["with a time of a part of a second", { ends_at: "2026-09-03T12:00:00.500Z" }],
])("an unedited bundle %s is sent unchanged", (_, change) => {
  const { items: _items, ...changed } = change;
  const expected = { ...fields, ...changed, ...(change.items && { items: [] }) };
  expect(toFields(toForm({ ...bundle, ...change }))).toEqual(expected);
});

test("only edited fields are sent, as typed", () => {
  const form = { ...toForm(bundle), ends_at: "2026-09-04T10:00", games: "many" };
  expect(editedFields({ ends_at: form.ends_at }, form)).toEqual({ ends_at: "2026-09-04T10:00:00.000Z" });
  expect(editedFields({ games: form.games }, form)).toEqual({ games: Number.NaN });
});

test.each([
  ["ends_at", "Ends (UTC)"],
  ["tiers.1.price.amount", "Tiers, row 2, price amount"],
  ["items.0.game_id", "Items, row 1, game id"],
])("the field %s is named %s", (path, name) => {
  expect(nameOfPath(path)).toBe(name);
});
