import { beforeEach, describe, expect, test } from "vitest";
import { sql } from "../../../platform/db/drizzle.ts";
import { startTestApp } from "../../../test/app.ts";
import { addCatalogue } from "../../../test/catalogue.ts";
import { createTestDatabase, emptyTables } from "../../../test/database.ts";
import { signInUser } from "../../../test/users.ts";
import { endOverrides, setOverride } from "../desk/commands-overrides.ts";
import { voidRecord } from "../desk/commands-records.ts";
import { beginReading, endReading } from "../readings/commands-readings.ts";
import { undoReading } from "../readings/commands-undo.ts";
import { recordOffers } from "./commands.ts";
import { endGiveaways } from "./commands-giveaways.ts";

const database = await createTestDatabase();
const { db, pool } = database;
const app = await startTestApp(database);
const { headers } = await signInUser(db, "ann");
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

let gameId = 0;

beforeEach(async () => {
  await emptyTables(pool, ["games"]);
  [gameId = 0] = await addCatalogue(db, [{ title: "Trine 3" }], daysAgo(400));
});

const read = (days: number, priceMinor: number | null, regularMinor: number | null) =>
  recordOffers(db, [{ gameId, store: "steam", priceMinor, regularMinor }], { now: daysAgo(days) });

async function shown() {
  const url = `/api/games/${gameId}`;
  // the read model learns of a new game a moment later
  await expect.poll(async () => (await app.inject({ url })).statusCode).toBe(200);
  const { offers } = (await app.inject({ url })).json();
  const past = (await app.inject({ url: `/api/games/${gameId}/price-history?days=365`, headers })).json();
  const { price, regular_price } = offers[0];
  return { price, regular: regular_price, attainable: past.attainable_low?.price ?? null };
}

/** In cents, as it counts. */
async function regularAt(store: string) {
  const { rows } = await db.execute<{ regular: number | null }>(sql`
    select regular_minor as regular from offers where store = ${store}`);
  return rows[0]!.regular;
}

// SteamDatabase/steamdb.info-issues#701 too
describe("IsThereAnyDeal-Issues#285: Steam names a package's price as the game's", () => {
  /** Read after 21.99 in January and 10.99 in a sale since. */
  const cases: [string, [price: number, regular: number | null][], Awaited<ReturnType<typeof shown>>][] = [
    ["it raises no discount and restarts no low", [[1859, 3999]], { price: 18.59, regular: 21.99, attainable: 10.99 }],
    [
      "nor when it is seen again",
      [
        [1859, 3999],
        [1859, 3999],
      ],
      { price: 18.59, regular: 21.99, attainable: 10.99 },
    ],
    [
      "nor at another price",
      [
        [1859, 3999],
        [1799, 3999],
      ],
      { price: 17.99, regular: 21.99, attainable: 10.99 },
    ],
    [
      "a price above the former regular price is a rise to it",
      [[2999, 3999]],
      { price: 29.99, regular: 29.99, attainable: 29.99 },
    ],
    [
      "the game's own price follows",
      [
        [1859, 3999],
        [2199, 2199],
      ],
      { price: 21.99, regular: 21.99, attainable: 10.99 },
    ],
    [
      "it counts once it is seen without the sale",
      [
        [1859, 3999],
        [3999, 3999],
      ],
      { price: 39.99, regular: 39.99, attainable: 39.99 },
    ],
    [
      "a sale after that is a sale",
      [
        [3999, 3999],
        [1859, 3999],
      ],
      { price: 18.59, regular: 39.99, attainable: 18.59 },
    ],
    ["a rise without a sale counts at once", [[3999, 3999]], { price: 39.99, regular: 39.99, attainable: 39.99 }],
    ["60 % more, exactly, counts at once", [[1859, 3518]], { price: 18.59, regular: 35.18, attainable: 18.59 }],
    ["one cent more does not", [[1859, 3519]], { price: 18.59, regular: 21.99, attainable: 10.99 }],
    ["a lower regular price counts", [[999, 1999]], { price: 9.99, regular: 19.99, attainable: 9.99 }],
  ];
  test.each(cases)("%s", async (_, later, expected) => {
    await read(300, 2199, 2199);
    await read(200, 1099, 2199);
    await read(150, 2199, 2199);
    for (const [index, [price, regular]] of later.entries()) await read(20 - index, price, regular);
    expect(await shown()).toEqual(expected);
  });

  /** The same reading as often as it is written. The regular price that counts follows each. */
  const between: [string, readings: [price: number | null, regular: number | null][], counted: (number | null)[]][] = [
    [
      "repeated",
      [
        [2999, 3999],
        [2999, 3999],
        [2999, 3999],
      ],
      [2999, 2999, 2999],
    ],
    [
      "a sale that goes on at other prices",
      [
        [2999, 3999],
        [2499, 3999],
        [1099, 3999],
      ],
      [2999, 2499, 2199],
    ],
    [
      "a sale that deepens, then is weaker",
      [
        [1859, 3999],
        [2999, 3999],
        [3499, 3999],
      ],
      [2199, 2999, 3499],
    ],
    [
      "a regular price that rises further",
      [
        [2999, 3999],
        [2999, 4999],
        [2999, 4999],
      ],
      [2999, 2999, 2999],
    ],
    [
      "the sale ends and the regular price stays",
      [
        [2999, 3999],
        [2999, 3999],
        [3999, 3999],
      ],
      [2999, 2999, 3999],
    ],
    [
      "a sale after it was seen without one",
      [
        [2999, 3999],
        [3999, 3999],
        [2999, 3999],
      ],
      [2999, 3999, 3999],
    ],
    [
      "the sale ends and the regular price goes back",
      [
        [2999, 3999],
        [2199, 2199],
        [1099, 2199],
      ],
      [2999, 2199, 2199],
    ],
    [
      "back and again",
      [
        [2999, 3999],
        [2199, 2199],
        [2999, 3999],
        [2999, 3999],
      ],
      [2999, 2199, 2999, 2999],
    ],
    [
      "a regular price that comes down to a plausible one",
      [
        [2999, 3999],
        [2999, 3499],
      ],
      [2999, 3499],
    ],
    [
      "a plain price at the raised amount",
      [
        [2999, 3999],
        [3999, null],
        [2999, 3999],
      ],
      [2999, null, 3999],
    ],
    [
      "a plain price below it",
      [
        [2999, 3999],
        [1859, null],
        [2999, 3999],
      ],
      [2999, null, 2999],
    ],
    [
      "not sold for a while",
      [
        [2999, 3999],
        [null, null],
        [2999, 3999],
      ],
      [2999, null, 2999],
    ],
    [
      "seen without the sale first",
      [
        [3999, 3999],
        [2999, 3999],
      ],
      [3999, 3999],
    ],
  ];
  test.each(between)("a price between the former and the raised one: %s", async (_, readings, counted) => {
    await read(300, 2199, 2199);
    for (const [index, [price, regular]] of readings.entries()) {
      await read(20 - index, price, regular);
      expect([index, await regularAt("steam")]).toEqual([index, counted[index]]);
    }
  });

  test("each store has its own", async () => {
    const both = (days: number, priceMinor: number, regulars: [steam: number, gog: number]) =>
      recordOffers(
        db,
        ["steam", "gog"].map((store, place) => ({ gameId, store, priceMinor, regularMinor: regulars[place]! })),
        { now: daysAgo(days) },
      );
    await both(300, 2199, [2199, 2999]);
    for (const days of [20, 19]) await both(days, 1999, [3999, 3999]);
    expect([await regularAt("steam"), await regularAt("gog")]).toEqual([2199, 3999]);
  });

  test("a reading that is undone leaves the former one trusted", async () => {
    await read(300, 2199, 2199);
    const now = daysAgo(20);
    const reading = await beginReading(db, { kind: "poll", source: "steam" }, now);
    const raised = { gameId, store: "steam", priceMinor: 2999, regularMinor: 3999 };
    await recordOffers(db, [raised], { now, reading });
    await endReading(db, reading, { state: "applied", seen: 1, changed: 1 }, now);
    await undoReading(db, null, reading, daysAgo(19));
    await read(18, 2099, 2199);
    expect(await regularAt("steam")).toBe(2199);
    for (const days of [17, 16]) await read(days, 2999, 3999);
    expect(await regularAt("steam")).toBe(2999);
  });

  test("neither a giveaway, nor a price set by hand, nor a voided record makes it count", async () => {
    await read(300, 2199, 2199);
    const sale = { gameId, store: "steam", priceMinor: 2999, regularMinor: 3999 };
    await recordOffers(db, [{ gameId, store: "steam", priceMinor: 0, endsAt: daysAgo(20) }], { now: daysAgo(22) });
    await recordOffers(db, [sale], { now: daysAgo(21) });
    await endGiveaways(db, daysAgo(19));
    expect(await regularAt("steam")).toBe(2999);
    const offer = { gameId, country: "US", store: "steam" };
    await setOverride(db, null, offer, { price: 9, regular: 40, until: daysAgo(17), reason: "x" }, daysAgo(18));
    expect(await regularAt("steam")).toBe(4000);
    await endOverrides(db, daysAgo(16));
    await recordOffers(db, [sale], { now: daysAgo(15) });
    expect(await regularAt("steam")).toBe(2999);
    const { rows } = await db.execute<{ at: Date }>(sql`select max(recorded_at) as at from price_history`);
    await voidRecord(db, null, { ...offer, at: new Date(rows[0]!.at) }, "wrong", daysAgo(14));
    const restored = await shown();
    await recordOffers(db, [sale], { now: daysAgo(13) });
    expect(await shown()).toEqual(restored);
  });

  test("a store that named no regular price before has a discount at once", async () => {
    await read(300, 2199, null);
    await read(20, 1859, 3999);
    expect(await shown()).toMatchObject({ price: 18.59, regular: 39.99 });
  });
});
