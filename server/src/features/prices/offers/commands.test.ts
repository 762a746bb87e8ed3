import type { StoreKey } from "contract/stores/store-key.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { asc, eq, sql } from "../../../platform/db/drizzle.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { games } from "../../games/table.ts";
import { gamePrices, offers, priceHistory } from "../table.ts";
import { type OfferObservation, recordOffers } from "./commands.ts";

const { db, pool } = await createTestDatabase();

const day = (number: number) => new Date(Date.UTC(2026, 0, number));

let gameId: number;

beforeEach(async () => {
  const [game] = await db
    .insert(games)
    .values({ title: "Sable", titleFolded: "sable", titleKey: "sable" })
    .returning({ id: games.id });
  gameId = game!.id;
});

/** Records one offer of the game, seen at midnight of that day of January. */
function record(number: number, offer: Omit<Partial<OfferObservation>, "gameId"> & { store: StoreKey }) {
  return recordOffers(db, [{ gameId, ...offer }], { now: day(number) });
}

async function lists() {
  const [row] = await db.select().from(gamePrices).where(eq(gamePrices.gameId, gameId));
  return row;
}

async function historyOf(store: StoreKey) {
  const rows = await db
    .select({ at: priceHistory.recordedAt, price: priceHistory.priceMinor, regular: priceHistory.regularMinor })
    .from(priceHistory)
    .where(sql`${priceHistory.gameId} = ${gameId} and ${priceHistory.store} = ${store}`)
    .orderBy(asc(priceHistory.recordedAt));
  return rows.map(({ at, price, regular }) => [at.getUTCDate(), price, regular]);
}

describe("the best price (spec/prices 3.1)", () => {
  test.each<[Partial<Record<StoreKey, number | null>>, number | null, StoreKey | null]>([
    [{ other: 500, cdkeys: 500, gog: 500, steam: 500 }, 500, "steam"],
    [{ other: 500, cdkeys: 500, gog: 500, steam: 600 }, 500, "gog"],
    [{ other: 500, cdkeys: 500, steam: 600 }, 500, "cdkeys"],
    [{ steam: 600, other: 0 }, 0, "other"],
    [{ steam: null, gog: 700 }, 700, "gog"],
  ])("of %j is %j at %s", async (prices, cents, store) => {
    const observations = Object.entries(prices).map(([store, priceMinor]) => ({
      gameId,
      store: store as StoreKey,
      priceMinor,
    }));
    await recordOffers(db, observations, { now: day(1) });
    expect(await lists()).toMatchObject({ bestMinor: cents, bestStore: store });
  });

  test("ignores the stock, and is cleared when no store sells the game any more", async () => {
    await record(1, { store: "cdkeys", priceMinor: 400, inStock: false });
    expect(await lists()).toMatchObject({
      cdkeysMinor: 400,
      cdkeysInStock: false,
      bestMinor: 400,
      bestStore: "cdkeys",
    });
    await record(2, { store: "cdkeys", priceMinor: null });
    expect(await lists()).toMatchObject({ cdkeysMinor: null, bestMinor: null, bestStore: null, highestBestMinor: 400 });
  });

  test("has its highest past value", async () => {
    await record(1, { store: "steam", priceMinor: 1000 });
    await record(2, { store: "steam", priceMinor: 3000 });
    await record(3, { store: "gog", priceMinor: 2000 });
    expect(await lists()).toMatchObject({ bestMinor: 2000, highestBestMinor: 3000 });
  });
});

describe("the historical low (spec/prices 5.1)", () => {
  const low = async () => {
    const row = await lists();
    return [row!.lowMinor, row!.lowStore, row!.lowAt?.getUTCDate() ?? null];
  };

  test("is the lowest price, with the beginning of the latest period at it", async () => {
    await record(1, { store: "steam", priceMinor: 1000 });
    await record(2, { store: "steam", priceMinor: 500 });
    await record(3, { store: "steam", priceMinor: 500 });
    expect(await low()).toEqual([500, "steam", 2]);
    await record(4, { store: "steam", priceMinor: 1000 });
    expect(await low()).toEqual([500, "steam", 2]);
    await record(5, { store: "gog", priceMinor: 500 });
    expect(await low()).toEqual([500, "gog", 5]);
    await record(6, { store: "steam", priceMinor: 500 });
    expect(await low()).toEqual([500, "steam", 6]);
    await record(7, { store: "gog", priceMinor: 499 });
    expect(await low()).toEqual([499, "gog", 7]);
  });

  test("does not move when only the regular price, the link or the product's id changes", async () => {
    await record(1, { store: "steam", priceMinor: 500, regularMinor: 1000 });
    await record(2, { store: "steam", priceMinor: 500, regularMinor: 1200, link: "https://a.test/", productId: "7" });
    expect(await low()).toEqual([500, "steam", 1]);
  });

  test("ignores giveaways", async () => {
    await record(1, { store: "other", priceMinor: 1000 });
    await record(2, { store: "other", priceMinor: 0 });
    expect(await low()).toEqual([1000, "other", 1]);
    expect(await lists()).toMatchObject({ bestMinor: 0, bestStore: "other" });
    expect(await historyOf("other")).toEqual([
      [1, 1000, null],
      [2, 0, null],
    ]);
  });

  test("counts only prices in stock; being back in stock begins a new period", async () => {
    await record(1, { store: "cdkeys", priceMinor: 300, inStock: false });
    expect(await low()).toEqual([null, null, null]);
    await record(2, { store: "cdkeys", inStock: true });
    expect(await low()).toEqual([300, "cdkeys", 2]);
    await record(3, { store: "cdkeys", inStock: false });
    await record(4, { store: "cdkeys", priceMinor: 200 });
    expect(await low()).toEqual([300, "cdkeys", 2]);
    await record(5, { store: "cdkeys", inStock: null });
    expect(await low()).toEqual([200, "cdkeys", 5]);
  });

  test("of two stores at the same time has the first in order", async () => {
    const both: OfferObservation[] = [
      { gameId, store: "other", priceMinor: 100 },
      { gameId, store: "gog", priceMinor: 100 },
    ];
    await recordOffers(db, both, { now: day(1) });
    expect(await low()).toEqual([100, "gog", 1]);
  });
});

describe("an observation", () => {
  test("leaves absent parts, and clears null ones", async () => {
    await record(1, { store: "gog", priceMinor: 900, regularMinor: 1800, link: "https://a.test/", productId: "12" });
    await record(2, { store: "gog", inStock: true });
    await record(3, { store: "gog", link: null });
    const [offer] = await db.select().from(offers).where(eq(offers.gameId, gameId));
    expect(offer).toEqual({
      gameId,
      country: "US",
      store: "gog",
      currency: "USD",
      priceMinor: 900,
      regularMinor: 1800,
      link: null,
      activatesIn: null,
      inStock: true,
      productId: "12",
      firstSeenAt: day(1),
      lastSeenAt: day(3),
      endsAt: null,
      afterMinor: null,
      afterRegularMinor: null,
      afterLink: null,
      saleEndsAt: null,
      trustedRegularMinor: null,
      activatesOn: null,
      wasFreeUntil: null,
      readingId: null,
    });
    expect(await historyOf("gog")).toEqual([[1, 900, 1800]]);
  });

  test("adds changed prices and regular prices, and the end of an offer, to the history", async () => {
    await record(1, { store: "steam", priceMinor: 900, regularMinor: 900 });
    await record(2, { store: "steam", priceMinor: 450 });
    await record(3, { store: "steam", regularMinor: 1000 });
    await record(4, { store: "steam", priceMinor: null });
    await record(5, { store: "steam", priceMinor: null });
    await record(6, { store: "steam", priceMinor: 900 });
    expect(await historyOf("steam")).toEqual([
      [1, 900, 900],
      [2, 450, 900],
      [3, 450, 1000],
      [4, null, null],
      [6, 900, null],
    ]);
  });

  test("with a regular price below the price is recorded without it", async () => {
    await record(1, { store: "steam", priceMinor: 1000, regularMinor: 0 });
    expect(await historyOf("steam")).toEqual([[1, 1000, null]]);
  });

  test("of a store that does not sell the game creates no offer", async () => {
    const recorded = await record(1, { store: "gog", priceMinor: null, link: null });
    expect(recorded).toEqual({ observed: 1, changed: 0, priceChanges: 0, gameIds: [] });
    expect(await lists()).toBeUndefined();
  });

  test("that is repeated counts once, with the last values; one of an unknown game is ignored", async () => {
    const recorded = await recordOffers(
      db,
      [
        { gameId, store: "steam", priceMinor: 1 },
        { gameId, store: "steam", priceMinor: 2 },
        { gameId: 2_000_000_000, store: "steam", priceMinor: 3 },
      ],
      { now: day(1) },
    );
    expect(recorded).toEqual({ observed: 2, changed: 1, priceChanges: 1, gameIds: [gameId] });
    expect(await historyOf("steam")).toEqual([[1, 2, null]]);
  });

  test.each([-1, 1_000_001, 9.5, Number.NaN])(
    "with the price %s is refused with all others of the call",
    async (priceMinor) => {
      const both: OfferObservation[] = [
        { gameId, store: "gog", priceMinor: 100 },
        { gameId, store: "steam", priceMinor },
      ];
      await expect(recordOffers(db, both, { now: day(1) })).rejects.toMatchObject({
        code: "invalid",
        details: [{ path: `game ${gameId} at steam`, msg: expect.stringContaining(String(priceMinor)) }],
      });
      expect(await lists()).toBeUndefined();
    },
  );
});

describe("an observation older than the offer", () => {
  const current = async () => {
    const row = await lists();
    return [row!.steamMinor, row!.lowMinor, row!.lowAt?.getUTCDate()];
  };

  test("is added to the history if it differs from the price in force, and the current price stays", async () => {
    await record(1, { store: "steam", priceMinor: 1000 });
    await record(9, { store: "steam", priceMinor: 800 });
    const recorded = await record(5, { store: "steam", priceMinor: 600 });
    expect(recorded).toEqual({ observed: 1, changed: 0, priceChanges: 0, gameIds: [] });
    expect(await historyOf("steam")).toEqual([
      [1, 1000, null],
      [5, 600, null],
      [9, 800, null],
    ]);
    expect(await current()).toEqual([800, 600, 5]);
  });

  test("adds nothing if it is the price in force, or repeated", async () => {
    await record(1, { store: "steam", priceMinor: 1000 });
    await record(9, { store: "steam", priceMinor: 800 });
    await record(5, { store: "steam", priceMinor: 1000 });
    await record(9, { store: "steam", priceMinor: 800 });
    await record(5, { store: "steam", inStock: true });
    expect(await historyOf("steam")).toEqual([
      [1, 1000, null],
      [9, 800, null],
    ]);
  });

  test("moves the beginning of a price back, and of the low", async () => {
    await record(1, { store: "steam", priceMinor: 1000 });
    await record(9, { store: "steam", priceMinor: 800 });
    await record(5, { store: "steam", priceMinor: 800 });
    expect(await historyOf("steam")).toEqual([
      [1, 1000, null],
      [5, 800, null],
    ]);
    expect(await current()).toEqual([800, 800, 5]);
  });

  test("results in the same history and current price as in the order of time", async () => {
    const seen = [1000, 900, 900, 400, 1000, 400, 700];
    const orders = [
      [0, 1, 2, 3, 4, 5, 6],
      [6, 5, 4, 3, 2, 1, 0],
      [6, 0, 1, 3, 4, 5, 2],
    ];
    const ends = [];
    for (const order of orders) {
      const [game] = await db
        .insert(games)
        .values({ title: "Again", titleFolded: "again", titleKey: "again" })
        .returning({ id: games.id });
      gameId = game!.id;
      for (const index of order) await record(index + 1, { store: "steam", priceMinor: seen[index]! });
      ends.push([await historyOf("steam"), await current()]);
    }
    expect(ends[0]).toEqual([
      [
        [1, 1000, null],
        [2, 900, null],
        [4, 400, null],
        [5, 1000, null],
        [6, 400, null],
        [7, 700, null],
      ],
      [700, 400, 6],
    ]);
    expect(ends[1]).toEqual(ends[0]);
    expect(ends[2]).toEqual(ends[0]);
  });
});

describe("an unchanged observation", () => {
  const versions = async () => {
    const { rows } = await pool.query(
      "select xmin::text from offers where game_id = $1 union all select xmin::text from game_prices where game_id = $1",
      [gameId],
    );
    return rows;
  };

  test("is not written, not even the time it was seen", async () => {
    const offer = {
      store: "cdkeys",
      priceMinor: 700,
      regularMinor: 900,
      link: "https://a.test/",
      inStock: true,
    } as const;
    await record(1, offer);
    const before = await versions();
    expect(await record(2, offer)).toEqual({ observed: 1, changed: 0, priceChanges: 0, gameIds: [] });
    expect(await versions()).toEqual(before);
  });

  test("updates when the offer was last seen on request", async () => {
    await record(1, { store: "steam", priceMinor: 700 });
    await recordOffers(db, [{ gameId, store: "steam", priceMinor: 700 }], { now: day(9), markSeen: true });
    const [offer] = await db.select().from(offers).where(eq(offers.gameId, gameId));
    expect(offer?.lastSeenAt).toEqual(day(9));
    expect((await lists())?.changedAt).toEqual(day(1));
  });

  test("notifies no one; a visible change notifies once", async () => {
    const client = await pool.connect();
    const notifications: (string | undefined)[] = [];
    client.on("notification", ({ payload }) => notifications.push(payload));
    await client.query("listen changes");
    await record(1, { store: "steam", priceMinor: 700 });
    await record(2, { store: "steam", priceMinor: 700 });
    await record(3, { store: "steam", productId: "15" });
    await record(4, { store: "steam", link: "https://a.test/" });
    await client.query("select 1");
    await client.query("unlisten *");
    client.release();
    expect(notifications).toEqual([`games ${gameId}`, `games ${gameId}`]);
    expect((await lists())?.changedAt).toEqual(day(4));
  });
});

test("concurrent writers all count", async () => {
  const stores = ["steam", "gog", "cdkeys", "other"] as const;
  await Promise.all(stores.map((store, index) => record(1, { store, priceMinor: 400 - index })));
  expect(await lists()).toMatchObject({
    steamMinor: 400,
    gogMinor: 399,
    cdkeysMinor: 398,
    otherMinor: 397,
    bestMinor: 397,
    lowMinor: 397,
  });
});
