import { expect, test } from "vitest";
import { eq } from "../../platform/db/drizzle.ts";
import { addCatalogue } from "../../test/catalogue.ts";
import { createTestDatabase } from "../../test/database.ts";
import { auditLog } from "../audit/table.ts";
import { offers } from "../prices/table.ts";
import { importPromotions, readPromotion } from "./commands-import.ts";
import { listVouchers } from "./queries.ts";
import { vouchers } from "./table.ts";

const promotion = {
  promotion_id: "AUTUMN",
  product_applicability: "ALL_PRODUCTS",
  offer_type: "GENERIC_CODE",
  generic_redemption_code: "AUTUMN15",
  long_title: "Take 15% off your order",
  promotion_effective_dates: "2026-11-20T00:00:00+01:00/2026-11-30T23:59:00+01:00",
  redemption_channel: "ONLINE",
};

test.each([
  ["its title", {}, { percent: 15, amount: null }],
  ["a title that ends with it", { long_title: "Autumn - 66% Off" }, { percent: 66 }],
  ["a percentage of its own", { percent_off: "20", long_title: "Up to 90% off" }, { percent: 20 }],
  ["an amount", { money_off_amount: "5.00 USD" }, { percent: null, amount: 5, currency: "USD" }],
  ["a minimum", { minimum_purchase_amount: "20.00 EUR" }, { percent: 15, minimum: 20, currency: "EUR" }],
  ["its dates", {}, { begins_at: "2026-11-19T23:00:00.000Z", ends_at: "2026-11-30T22:59:00.000Z" }],
])("a promotion is read with %s", (_, change, expected) => {
  expect(readPromotion({ ...promotion, ...change })).toMatchObject({ code: "AUTUMN15", ...expected });
});

test.each([
  ["no id", { promotion_id: "" }, "has no promotion_id"],
  ["no code needed", { offer_type: "NO_CODE" }, "needs no code"],
  ["no code", { generic_redemption_code: "" }, "has no code"],
  ["shops only", { redemption_channel: "IN_STORE" }, "is not for online purchases"],
  ["no dates", { promotion_effective_dates: "soon" }, "its dates cannot be read"],
  ["excluded groups", { item_group_id_exclusion: "g1" }, "its condition item_group_id_exclusion is not supported"],
  ["two to buy", { minimum_purchase_quantity: "2" }, "its condition minimum_purchase_quantity is not supported"],
  ["a gift", { free_gift_value: "5.00 USD" }, "its condition free_gift_value is not supported"],
  ["no percentage", { long_title: "Free gift" }, "how much it reduces the price is not certain"],
  ["two ends", { long_title: "10-20% off" }, "how much it reduces the price is not certain"],
  ["a range", { long_title: "Up to 80% off" }, "how much it reduces the price is not certain"],
  ["two percentages", { long_title: "10% off, 20% off for members" }, "how much it reduces the price is not certain"],
  ["everything", { long_title: "100% off" }, "how much it reduces the price is not certain"],
])("a promotion with %s is skipped", (_, change, why) => {
  expect(readPromotion({ ...promotion, ...change })).toBe(why);
});

test("promotions are imported for the products that name them, and updated by their id", async () => {
  const { db } = await createTestDatabase();
  const [named] = (await addCatalogue(db, [{ title: "Named", offers: { gog: { priceMinor: 1_000 } } }])) as [number];
  await db.update(offers).set({ productId: "p1" }).where(eq(offers.gameId, named));
  const now = new Date("2026-11-27T12:00:00Z");
  const products = [{ line: 1, fields: { id: "p1", promotion_id: "OTHER, SOME" } }];
  const options = { store: "gog", country: "US", products, now };
  const rows = [
    { line: 1, fields: promotion },
    { line: 2, fields: { ...promotion, promotion_id: "SOME", product_applicability: "SPECIFIC_PRODUCTS" } },
    { line: 3, fields: { ...promotion, promotion_id: "NONE", product_applicability: "SPECIFIC_PRODUCTS" } },
  ];
  const skipped = [{ line: 3, why: "no product names it" }];
  expect(await importPromotions(db, rows, options)).toEqual({ read: 3, added: 2, changed: 0, unchanged: 0, skipped });
  expect(await importPromotions(db, rows, options)).toMatchObject({ added: 0, changed: 0, unchanged: 2 });
  const changed = [{ line: 1, fields: { ...promotion, percent_off: "20" } }];
  expect(await importPromotions(db, changed, options)).toMatchObject({ changed: 1 });
  const { vouchers: listed } = await listVouchers(db, {}, { limit: 10, offset: 0, now });
  expect(listed.map(({ promotion_id: id, percent, game_ids: games }) => [id, percent, games]).sort()).toEqual([
    ["AUTUMN", 20, []],
    ["SOME", 15, [named]],
  ]);
});

test.each([
  ["reversed dates", { promotion_effective_dates: "2026-11-30/2026-11-20" }, "promotion_effective_dates: Ends"],
  ["a code that is too long", { generic_redemption_code: "X".repeat(61) }, "generic_redemption_code: Too big"],
  ["a title that is too long", { long_title: `15% off ${"x".repeat(300)}` }, "long_title: Too big"],
  ["an id that came before", { promotion_id: "AUTUMN" }, "promotion_id: AUTUMN comes twice, first at line 2"],
])("a promotion with %s is named by line and field, and nothing is imported", async (_, change, message) => {
  const { db } = await createTestDatabase();
  const options = { store: "gog", country: null, products: [], now: new Date("2026-11-27T12:00:00Z") };
  const rows = [
    { line: 2, fields: promotion },
    { line: 3, fields: { ...promotion, promotion_id: "OTHER", ...change } },
  ];
  await expect(importPromotions(db, rows, options)).rejects.toMatchObject({
    code: "invalid",
    message: expect.stringContaining(`line 3: ${message}`),
  });
  expect(await db.$count(vouchers)).toBe(0);
  expect(await db.$count(auditLog)).toBe(0);
});

test("a store that does not exist is named, also without promotions", async () => {
  const { db } = await createTestDatabase();
  const options = { store: "nowhere", country: null, products: [], now: new Date() };
  await expect(importPromotions(db, [], options)).rejects.toThrow("There is no store nowhere");
});
