import type { StoreKey } from "contract/stores/store-key.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { asc, eq } from "../../../platform/db/drizzle.ts";
import { pick, randomFrom, wholeBetween } from "../../../platform/process/random.ts";
import { startTestApp } from "../../../test/app.ts";
import { addCatalogue } from "../../../test/catalogue.ts";
import { createTestDatabase, emptyTables } from "../../../test/database.ts";
import { repeats } from "../../../test/processes/soak.ts";
import { signInUser } from "../../../test/users.ts";
import { recordOffers } from "../offers/commands.ts";
import { gamePrices, offers } from "../table.ts";
import { unvoidRecord, voidRecord } from "./commands-records.ts";

const database = await createTestDatabase();
const { db, pool } = database;
const app = await startTestApp(database);
const visitor = await signInUser(db, "visitor");
const hour = 3_600_000;
const start = Date.now() - 200 * hour;

beforeEach(() => emptyTables(pool, ["games"]));

interface Reading {
  at: Date;
  store: StoreKey;
  priceMinor: number | null;
  regularMinor: number | null;
}

/** Readings at three stores, each different from the one before at its store. */
function readingsFrom(seed: number): Reading[] {
  const random = randomFrom(seed);
  const last = new Map<StoreKey, string>();
  return Array.from({ length: wholeBetween(random, 6, 24) }, (_, n) => {
    for (;;) {
      const store = pick(random, ["steam", "gog", "cdkeys"]);
      const priceMinor = pick(random, [500, 700, 700, 900, 1100, 1500, 0, null]);
      const regularMinor = priceMinor === null ? null : pick(random, [1500, 2000, null]);
      const text = `${priceMinor} ${regularMinor}`;
      // a store that has never sold the game leaves no record of not selling it
      const leavesRecord = last.has(store) ? last.get(store) !== text : priceMinor !== null;
      if (!leavesRecord) continue;
      last.set(store, text);
      return { at: new Date(start + n * hour), store, priceMinor, regularMinor };
    }
  });
}

const read = (gameIds: readonly number[], { at, store, ...price }: Reading) =>
  recordOffers(
    db,
    gameIds.map((gameId) => ({ gameId, store, ...price, ...(store === "cdkeys" && { inStock: true }) })),
    { now: at },
  );

/** All values derived from the records of a game, and what visitors see of them. */
async function derivedOf(gameId: number) {
  const [prices] = await db.select().from(gamePrices).where(eq(gamePrices.gameId, gameId));
  const sold = await db.select().from(offers).where(eq(offers.gameId, gameId)).orderBy(asc(offers.store));
  const history = await app.inject({
    url: `/api/games/${gameId}/price-history?days=30`,
    headers: visitor.headers,
  });
  const { insight } = (await app.inject({ url: `/api/games/${gameId}` })).json();
  return {
    prices: {
      ...prices,
      ...{ gameId: null, changedAt: null },
      // stock belongs to the offer, and is not shown without a price
      ...(prices?.cdkeysMinor === null && { cdkeysInStock: null }),
    },
    // visitors see no difference between an offer without a price and no offer
    offers: sold
      .filter(({ priceMinor }) => priceMinor !== null)
      .map(({ store, priceMinor, regularMinor }) => ({ store, priceMinor, regularMinor })),
    history: history.json(),
    insight,
  };
}

/** Waits up to a second for cached responses to be invalidated. */
const becomes = (gameId: number, derived: object) =>
  expect.poll(() => derivedOf(gameId), { timeout: 1_000 }).toEqual(derived);

const idOf = (gameId: number, { store, at }: Pick<Reading, "store" | "at">) => ({ gameId, store, country: "US", at });

describe("a void record", () => {
  test.each(Array.from({ length: repeats(3, 500) }, (_, seed) => seed))(
    "leaves everything as if it had never existed, and can be restored (seed %i)",
    async (seed) => {
      const readings = readingsFrom(seed);
      const random = randomFrom(seed + 1_000);
      const [corrected, never, always] = await addCatalogue(db, [{ title: "A" }, { title: "B" }, { title: "C" }]);
      const wrong = wholeBetween(random, 0, readings.length - 1);
      const voidedAfter = wholeBetween(random, wrong, readings.length - 1);
      for (const [n, reading] of readings.entries()) {
        await read(n === wrong ? [corrected!, always!] : [corrected!, never!, always!], reading);
        if (n !== voidedAfter) continue;
        await voidRecord(db, null, idOf(corrected!, readings[wrong]!), "Wrong", new Date(reading.at.getTime() + 1));
      }
      await becomes(corrected!, await derivedOf(never!));
      await unvoidRecord(db, null, idOf(corrected!, readings[wrong]!), new Date());
      await becomes(corrected!, await derivedOf(always!));
    },
  );

  test.each(Array.from({ length: repeats(2, 300) }, (_, seed) => seed))(
    "is one of several that are restored in another order (seed %i)",
    async (seed) => {
      const readings = readingsFrom(seed + 5_000);
      const random = randomFrom(seed + 6_000);
      const [corrected, never, always] = await addCatalogue(db, [{ title: "A" }, { title: "B" }, { title: "C" }]);
      const wrong = readings.filter(() => random() < 0.3);
      for (const reading of readings) {
        await read(wrong.includes(reading) ? [corrected!, always!] : [corrected!, never!, always!], reading);
      }
      const inAnyOrder = () => wrong.toSorted(() => random() - 0.5);
      for (const one of inAnyOrder()) await voidRecord(db, null, idOf(corrected!, one), "Wrong", new Date());
      await becomes(corrected!, await derivedOf(never!));
      for (const one of inAnyOrder()) await unvoidRecord(db, null, idOf(corrected!, one), new Date());
      await becomes(corrected!, await derivedOf(always!));
    },
  );
});
