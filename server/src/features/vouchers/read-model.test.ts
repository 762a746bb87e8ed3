import { expect, test } from "vitest";
import { addCatalogue } from "../../test/catalogue.ts";
import { createTestDatabase } from "../../test/database.ts";
import { findVouchers, readShownVouchers } from "./read-model.ts";
import { vouchers, voucherVotes } from "./table.ts";

const { db } = await createTestDatabase();
const now = new Date("2026-11-27T12:00:00Z");
const [game = 0] = await addCatalogue(db, [{ title: "Sable" }]);
const voucher = { store: "gog", percent: 10, updatedAt: now };
const offer = { store: "gog", currency: "USD", activatesIn: null, priceMinor: 2_000, regularMinor: 2_000 };
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000);

async function found(...rows: (Partial<typeof vouchers.$inferInsert> & { code: string })[]) {
  await db.delete(vouchers);
  const added = await db
    .insert(vouchers)
    .values(rows.map((row) => ({ ...voucher, ...row })))
    .returning({ id: vouchers.id, code: vouchers.code });
  const refuted = added.find(({ code }) => code === "REFUTED");
  if (refuted) {
    const vote = { voucherId: refuted.id, day: "2026-11-27", works: false, at: now };
    await db.insert(voucherVotes).values(["a", "b", "c"].map((visitor) => ({ ...vote, visitor })));
  }
  const shown = await readShownVouchers(db, now);
  const offers = [offer, { ...offer, store: "steam" }];
  const best = findVouchers(shown, { game, country: "US", offers, now: now.getTime() });
  return [...best].map(([store, { code, minor }]) => `${store} ${code} ${minor}`);
}

test.each<[string, Parameters<typeof found>, string[]]>([
  ["none", [], []],
  ["one", [{ code: "A" }], ["gog A 1800"]],
  ["two, of which one applies", [{ code: "A" }, { code: "B", percent: 20 }], ["gog B 1600"]],
  ["one of another store", [{ code: "A", store: "fanatical" }], []],
  ["one that is over", [{ code: "A", endsAt: now }], []],
  ["one that begins later", [{ code: "A", beginsAt: hours(1) }], []],
  ["one that visitors refuted", [{ code: "REFUTED" }, { code: "B", percent: 5 }], ["gog B 1900"]],
])("of %s, the best is found for each offer", async (_, rows, expected) => {
  if (rows.length === 0) expect(findVouchers(new Map(), { game, country: "US", offers: [offer], now: 0 }).size).toBe(0);
  else expect(await found(...rows)).toEqual(expected);
});
