import type { StoreKey } from "contract/stores/store-key.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { eq, sql } from "../../../platform/db/drizzle.ts";
import { addCatalogue, observe } from "../../../test/catalogue.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { repeats } from "../../../test/processes/soak.ts";
import { gamePrices } from "../table.ts";
import { recordOffers } from "./commands.ts";
import { recomputePrices } from "./commands-recompute.ts";

const { db } = await createTestDatabase();

const hour = (number: number) => new Date(Date.UTC(2026, 0, 1, number));
const seconds = (time: Date) => time.getTime() / 1000;

/** The stored facts of each store. */
async function factsOf(gameId: number): Promise<Record<StoreKey, unknown[]>> {
  const [row] = await db.select().from(gamePrices).where(eq(gamePrices.gameId, gameId));
  const { storeKeys, storeMinors, storeRegulars, storeLows, storeLowsSince, ...past } = row!;
  const lists = [storeMinors, storeRegulars, storeLows, storeLowsSince, past.storeHighs];
  return Object.fromEntries(
    (storeKeys ?? []).map((key, n) => [
      key,
      [...lists, past.storeChangedAt, past.storePrevious].map((list) => list![n]),
    ]),
  );
}

test("each store's price, lows and last change are stored, in the order of the stores (decision 005)", async () => {
  const [id = 0] = await addCatalogue(
    db,
    [{ title: "Sable", offers: { gog: { priceMinor: 1_500, regularMinor: 3_000 }, steam: { priceMinor: 2_000 } } }],
    hour(0),
  );
  await recordOffers(db, observe(id, { gog: { priceMinor: 900, regularMinor: 3_000 } }), { now: hour(1) });
  await recordOffers(db, observe(id, { gog: { priceMinor: 1_200, inStock: false } }), { now: hour(2) });
  await recordOffers(db, observe(id, { gog: { priceMinor: 0 } }), { now: hour(3) });
  await recordOffers(db, observe(id, { steam: { priceMinor: null }, other: { priceMinor: 500, inStock: false } }), {
    now: hour(4),
  });
  const facts = await factsOf(id);
  expect(Object.keys(facts)).toEqual(["steam", "gog", "other"]);
  expect(facts).toEqual({
    steam: [null, null, 2_000, seconds(hour(0)), 2_000, null, 2_000],
    gog: [0, 3_000, 900, seconds(hour(1)), 1_500, seconds(hour(3)), 1_200],
    other: [500, null, null, null, 500, seconds(hour(4)), null],
  });
});

test("a disabled store has no current price, and disabling it is not a price change", async () => {
  const [id = 0] = await addCatalogue(db, [{ title: "Sable", offers: { gog: { priceMinor: 1_500 } } }], hour(0));
  const before = await factsOf(id);
  for (const enabled of [false, true]) {
    await db.transaction(async (tx) => {
      await tx.execute(sql`update stores set enabled = ${enabled} where key = 'gog'`);
      await recomputePrices(tx, { stores: ["gog"], what: ["enabled"] }, hour(5));
    });
    if (!enabled) expect((await factsOf(id)).gog?.slice(0, 3)).toEqual([null, null, 1_500]);
  }
  expect((await factsOf(id)).gog?.slice(0, 5)).toEqual(before.gog?.slice(0, 5));
});

const someSteps = fc.array(
  fc.record({
    store: fc.constantFrom("steam", "gog", "cdkeys"),
    priceMinor: fc.constantFrom(null, 0, 500, 900, 1_500),
  }),
  { minLength: 1, maxLength: 12 },
);

test("the facts match the history, whatever the changes", async () => {
  await fc.assert(
    fc.asyncProperty(someSteps, async (steps) => {
      const [id = 0] = await addCatalogue(db, [{ title: "Sable" }], hour(0));
      for (const [n, { store, priceMinor }] of steps.entries()) {
        await recordOffers(db, observe(id, { [store]: { priceMinor } }), { now: hour(n) });
      }
      const { rows } = await db.execute<{ store: string; minor: number | null; low: number | null; since: string }>(sql`
        select offers.store, offers.price_minor as minor, low.price_minor as low,
          extract(epoch from low.at)::int as since
        from offers
        left join lateral (
          select price_minor, min(recorded_at) as at from price_history history
          where history.game_id = ${id} and history.store = offers.store and price_minor > 0
          group by price_minor order by price_minor limit 1
        ) low on true
        where game_id = ${id} and (offers.price_minor is not null or low.price_minor is not null)`);
      const expected = Object.fromEntries(rows.map(({ store, minor, low, since }) => [store, [minor, low, since]]));
      const rowCount = await db.$count(gamePrices, eq(gamePrices.gameId, id));
      const facts = rowCount === 0 ? {} : await factsOf(id);
      const actual = Object.entries(facts).map(([store, [minor, , low, since]]) => [store, [minor, low, since]]);
      expect(Object.fromEntries(actual)).toEqual(expected);
    }),
    { numRuns: repeats(10, 1_000) },
  );
});
