import { readFile } from "node:fs/promises";
import type { StoreKey } from "contract/stores/store-key.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { and, eq, sql } from "../../../platform/db/drizzle.ts";
import { addCatalogue } from "../../../test/catalogue.ts";
import { createTestDatabase, emptyTables } from "../../../test/database.ts";
import { repeats } from "../../../test/processes/soak.ts";
import { pageOf, sourceOf } from "../../../test/servers/price-source.ts";
import { sharedData } from "../../../test/shared-data.ts";
import { endGiveaways } from "../offers/commands-giveaways.ts";
import { gamePrices, offers, pricePolls } from "../table.ts";
import { deleteOldPolls, type PollOptions, type PollSource, pollSource } from "./commands-poll.ts";
import { listLatestPolls, type PollRow } from "./queries.ts";

const database = await createTestDatabase();
const { db, pool } = database;
const connection = { connectionString: database.url };

const hour = 3_600_000;
let clock = Date.parse("2026-02-01T00:00:00Z");
const neverStops = new AbortController().signal;

beforeEach(async () => {
  await emptyTables(pool, ["games", "price_polls"]);
});

/** Polls some hours after the poll before. */
function poll(source: PollSource, options: Partial<PollOptions> = {}): Promise<PollRow | null> {
  clock += 6 * hour;
  return pollSource(db, source, { connection, clock: () => new Date(clock++), signal: neverStops, ...options });
}

const addGames = (count: number) =>
  addCatalogue(
    db,
    Array.from({ length: count }, (_, index) => ({ title: `Game ${index}` })),
  );

const offersAt = (gameIds: readonly number[], priceMinor: number, store: StoreKey = "gog") =>
  gameIds.map((gameId) => ({ gameId, store, priceMinor }));

async function pricesAt(store: StoreKey): Promise<(number | null)[]> {
  const rows = await db
    .select({ price: offers.priceMinor })
    .from(offers)
    .where(eq(offers.store, store))
    .orderBy(offers.gameId);
  return rows.map(({ price }) => price);
}

const historyOf = async (gameId: number) => {
  const { rows } = await db.execute<{ price_minor: number | null }>(
    sql`select price_minor from price_history where game_id = ${gameId} order by recorded_at`,
  );
  return rows.map(({ price_minor }) => price_minor);
};

describe("a poll", () => {
  test("counts products and changes; repeating it changes nothing", async () => {
    const ids = await addGames(3);
    const source = sourceOf("gog", [
      pageOf(offersAt(ids.slice(0, 2), 999), { seen: 4, unmatched: 1, refused: 1 }),
      pageOf(offersAt(ids.slice(2), 500)),
    ]);
    expect(await poll(source)).toMatchObject({
      source: "gog",
      store: "gog",
      state: "done",
      complete: true,
      seen: 5,
      changed: 3,
      unmatched: 1,
      refused: 1,
      closed: 0,
      problem: null,
    });
    expect(await poll(source)).toMatchObject({ state: "done", seen: 5, changed: 0 });
    expect(await pricesAt("gog")).toEqual([999, 999, 500]);
    expect(await historyOf(ids[0]!)).toEqual([999]);
  });

  test("that was aborted is continued after its last page", async () => {
    const ids = await addGames(3);
    const stopping = new AbortController();
    const pages = ids.map((id) => pageOf(offersAt([id], 700)));
    const first = sourceOf("gog", pages);
    const halting: PollSource = {
      ...first,
      async *read(options) {
        for await (const page of first.read(options)) {
          yield page;
          stopping.abort();
        }
      },
    };
    const broken = await poll({ ...halting }, { signal: stopping.signal });
    expect(broken).toMatchObject({ state: "running", finishedAt: null });
    const { seen } = broken!;
    expect(seen).toBeLessThan(3);
    const read: (string | null)[] = [];
    const rest = await poll({
      ...first,
      read: (options) => {
        read.push(options.after);
        return first.read(options);
      },
    });
    expect(read).toEqual([broken!.cursor]);
    expect(rest).toMatchObject({ id: broken!.id, state: "done", seen: 3, changed: 3, complete: true });
  });

  describe("of a store with 20 known prices", () => {
    const known = (ids: readonly number[]) => sourceOf("gog", [pageOf(offersAt(ids, 900))]);
    const risingFrom = (ids: readonly number[], price: number) =>
      ids.flatMap((id, index) => offersAt([id], price + index));
    const inTwo = (ids: readonly number[], price: number, end: readonly Error[] = []) => {
      const all = risingFrom(ids, price);
      return sourceOf("gog", [pageOf(all.slice(0, 15)), pageOf(all.slice(15)), ...end]);
    };
    const rising = Array.from({ length: 30 }, (_, index) => 800 + index);

    test("writes nothing before its end, and is continued after the last page that waits", async () => {
      const ids = await addGames(30);
      await poll(known(ids));
      const paused = await poll(inTwo(ids, 800), { isPaused: async () => true });
      expect(paused).toMatchObject({ state: "running", seen: 15, changed: 0 });
      expect(new Set(await pricesAt("gog"))).toEqual(new Set([900]));
      expect(await poll(inTwo(ids, 800))).toMatchObject({ id: paused!.id, state: "done", seen: 30, changed: 30 });
      expect(await pricesAt("gog")).toEqual(rising);
    });

    test("whose source fails applies what it named, unless that collapses", async () => {
      const ids = await addGames(30);
      await poll(known(ids));
      const failure = new Error("HTTP 503");
      expect(await poll(inTwo(ids, 50, [failure]))).toMatchObject({
        state: "failed",
        changed: 0,
        problem: "The reading is held: 30 of 30 known prices fall by more than 80%",
      });
      expect(new Set(await pricesAt("gog"))).toEqual(new Set([900]));
      const mixed = sourceOf("gog", [pageOf(offersAt(ids.slice(0, 10), 800)), failure]);
      expect(await poll(mixed)).toMatchObject({ state: "failed", changed: 10, problem: "HTTP 503" });
      expect(new Set(await pricesAt("gog"))).toEqual(new Set([800, 900]));
    });

    test("that begins again, or breaks off, forgets the pages that waited", async () => {
      const ids = await addGames(30);
      await poll(known(ids));
      await poll(inTwo(ids, 50), { isPaused: async () => true });
      clock += 48 * hour;
      expect(await poll(inTwo(ids, 800))).toMatchObject({ state: "done", seen: 30, changed: 30 });
      expect(await pricesAt("gog")).toEqual(rising);
      const { rows } = await db.execute(sql`select from held_pages`);
      expect(rows).toEqual([]);
    });
  });

  test("of a failing source stores the pages read and the problem, and closes nothing", async () => {
    const ids = await addGames(2);
    await poll(sourceOf("gog", [pageOf(offersAt(ids, 900))]));
    for (let round = 0; round < 4; round += 1) {
      const failed = await poll(
        sourceOf("gog", [pageOf(offersAt(ids.slice(0, 1), 800)), new Error("HTTP 503\nsorry")]),
      );
      expect(failed).toMatchObject({ state: "failed", complete: false, problem: "HTTP 503" });
    }
    expect(await pricesAt("gog")).toEqual([800, 900]);
  });

  test("does not run concurrently", async () => {
    const ids = await addGames(1);
    let reads = 0;
    const slow: PollSource = {
      ...sourceOf("gog", []),
      async *read() {
        reads += 1;
        await expect(poll(slow)).resolves.toBeNull();
        yield pageOf(offersAt(ids, 100));
      },
    };
    expect(await poll(slow)).toMatchObject({ state: "done", changed: 1 });
    expect(reads).toBe(1);
  });

  test("of an unchanged source counts as having seen the same again", async () => {
    const ids = await addGames(2);
    await poll(sourceOf("gog", [pageOf(offersAt(ids, 900), { version: '"v1"' })]));
    const versions: (string | null)[] = [];
    const same: PollSource = {
      ...sourceOf("gog", []),
      async *read({ known }) {
        versions.push(known!.version);
        yield pageOf([], { version: '"v1"', unchanged: true });
      },
    };
    for (let round = 0; round < 4; round += 1) {
      expect(await poll(same)).toMatchObject({ state: "done", complete: true, seen: 2, changed: 0, closed: 0 });
    }
    expect(versions).toEqual(Array(4).fill('"v1"'));
    expect(await pricesAt("gog")).toEqual([900, 900]);
  });
});

describe("an offer that is not seen (spec/price-sources 3.4)", () => {
  test("in three complete polls is closed, and its history has a gap", async () => {
    const ids = await addGames(10);
    const [gone = 0, ...others] = ids;
    const whole = sourceOf("gog", [pageOf(offersAt(ids, 900))]);
    const without = sourceOf("gog", [pageOf(offersAt(others, 900))]);
    await poll(whole);
    expect((await poll(without))?.closed).toBe(0);
    expect((await poll(without))?.closed).toBe(0);
    expect((await poll(without))?.closed).toBe(1);
    expect((await poll(without))?.closed).toBe(0);
    expect(await pricesAt("gog")).toEqual([null, ...others.map(() => 900)]);
    await poll(whole);
    expect(await historyOf(gone)).toEqual([900, null, 900]);
  });

  test("in polls of a source that is not exhaustive stays", async () => {
    const ids = await addGames(10);
    await poll(sourceOf("gog", [pageOf(offersAt(ids, 900))], { exhaustive: false }));
    const without = sourceOf("gog", [pageOf(offersAt(ids.slice(1), 900))], { exhaustive: false });
    for (let round = 0; round < 5; round += 1) expect((await poll(without))?.closed).toBe(0);
  });

  test("because the store lists only a part of its range, or nothing, stays", async () => {
    const ids = await addGames(10);
    await poll(sourceOf("gog", [pageOf(offersAt(ids, 900))]));
    for (const seen of [0, 6, 0, 6, 6]) {
      const outage = await poll(sourceOf("gog", [pageOf(offersAt(ids.slice(0, seen), 900))]));
      expect(outage).toMatchObject({ state: "done", complete: false, closed: 0 });
      expect(outage?.problem).toBe(`named ${seen} products where lately there were 10`);
    }
    expect(await pricesAt("gog")).toEqual(ids.map(() => 900));
  });

  test("because the range shrank permanently is closed eventually", async () => {
    const ids = await addGames(10);
    await poll(sourceOf("gog", [pageOf(offersAt(ids, 900))]));
    const smaller = sourceOf("gog", [pageOf(offersAt(ids.slice(0, 5), 900))]);
    let closed = 0;
    for (let round = 0; round < 15; round += 1) closed += (await poll(smaller))!.closed;
    expect(closed).toBe(5);
  });
});

const sizes = sharedData("history/gog-snapshot-sizes.jsonl");

test.skipIf(!sizes)(
  "GOG's real outages (history/gog-snapshot-sizes.jsonl), replayed as polls, close no offer",
  async () => {
    const snapshots = (await readFile(sizes!, "utf8"))
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { recorded_at: string; products: number })
      .map(({ recorded_at, products }) => ({ time: Date.parse(recorded_at), products }))
      .sort((a, b) => a.time - b.time);
    const isOutage = (index: number) => (snapshots[index]?.products ?? 0) < 4_500;
    const outages = [...snapshots.keys()].filter(isOutage);
    expect(outages).toHaveLength(58);
    const ids = await addGames(20);
    const every = repeats(4, 1);
    for (const outage of outages.filter((_, number) => number % every === 0)) {
      let before = outage;
      while (isOutage(before)) before -= 1;
      let after = outage;
      while (isOutage(after)) after += 1;
      for (const { time, products } of snapshots.slice(before, after + 1)) {
        const named = Math.round((products / snapshots[before]!.products) * ids.length);
        const replayed = await pollSource(db, sourceOf("gog", [pageOf(offersAt(ids.slice(0, named), 999))]), {
          connection,
          clock: () => new Date(time),
          signal: neverStops,
        });
        expect(replayed).toMatchObject({ complete: products >= 4_500, closed: 0 });
      }
    }
    expect(await pricesAt("gog")).toEqual(ids.map(() => 999));
  },
  120_000,
);

describe("a giveaway (spec/prices 6.2)", () => {
  const freeUntil = (gameId: number, endsAt: Date) =>
    sourceOf(
      "other",
      [pageOf([{ gameId, store: "other", priceMinor: 0, regularMinor: 2_999, link: "https://epic.test/", endsAt }])],
      { key: "epic", exhaustive: false },
    );
  const feed = (gameIds: readonly number[], priceMinor: number) =>
    sourceOf("other", [
      pageOf(
        offersAt(gameIds, priceMinor, "other").map((offer) => ({
          ...offer,
          link: "https://shop.test/",
          productId: `p${offer.gameId}`,
        })),
      ),
    ]);
  const offerOf = async (gameId: number) => {
    const [offer] = await db
      .select()
      .from(offers)
      .where(and(eq(offers.gameId, gameId), eq(offers.store, "other")));
    return offer!;
  };

  // IsThereAnyDeal-Issues#2255: a giveaway was shown after its end
  test("lasts until its end, after which the price of the store's feed is in force", async () => {
    const [id = 0] = await addGames(1);
    await poll(feed([id], 1_500));
    const endsAt = new Date(clock + 30 * hour);
    expect((await poll(freeUntil(id, endsAt)))?.changed).toBe(1);
    expect(await offerOf(id)).toMatchObject({ priceMinor: 0, link: "https://epic.test/", endsAt, afterMinor: 1_500 });
    expect((await poll(feed([id], 1_200)))?.changed).toBe(1);
    expect((await poll(feed([id], 1_200)))?.changed).toBe(0);
    expect((await poll(freeUntil(id, endsAt)))?.changed).toBe(0);
    expect(await endGiveaways(db, new Date(endsAt.getTime() - 1))).toBe(0);
    expect((await offerOf(id)).priceMinor).toBe(0);

    expect(await endGiveaways(db, endsAt)).toBe(1);
    expect(await endGiveaways(db, endsAt)).toBe(0);
    expect(await offerOf(id)).toMatchObject({
      priceMinor: 1_200,
      regularMinor: null,
      link: "https://shop.test/",
      productId: `p${id}`,
      endsAt: null,
      afterMinor: null,
      wasFreeUntil: endsAt,
    });
    expect(await historyOf(id)).toEqual([1_500, 0, 1_200]);
    const [lists] = await db.select().from(gamePrices).where(eq(gamePrices.gameId, id));
    expect(lists).toMatchObject({ otherMinor: 1_200, bestMinor: 1_200, lowMinor: 1_200 });
  });

  test("of a game that the store did not sell leaves only its end", async () => {
    const [id = 0] = await addGames(1);
    const endsAt = new Date(clock + 20 * hour);
    await poll(freeUntil(id, endsAt));
    await endGiveaways(db, endsAt);
    expect(await offerOf(id)).toMatchObject({ priceMinor: null, link: null, endsAt: null, wasFreeUntil: endsAt });
    expect(await historyOf(id)).toEqual([0, null]);
  });

  test("is also ended by a price seen after its end", async () => {
    const [id = 0] = await addGames(1);
    const endsAt = new Date(clock + 8 * hour);
    await poll(freeUntil(id, endsAt));
    await poll(feed([id], 1_100));
    expect(await offerOf(id)).toMatchObject({
      priceMinor: 1_100,
      endsAt: null,
      afterMinor: null,
      wasFreeUntil: endsAt,
    });
  });

  test("is not closed when the feed does not list it, but the price after it is", async () => {
    const [id = 0, ...others] = await addGames(10);
    await poll(feed([id, ...others], 1_500));
    await poll(freeUntil(id, new Date(clock + 1_000 * hour)));
    let closed = 0;
    for (let round = 0; round < 5; round += 1) closed += (await poll(feed(others, 1_500)))!.closed;
    expect(closed).toBe(1);
    expect(await offerOf(id)).toMatchObject({ priceMinor: 0, afterMinor: null });
  });
});

test("the latest poll of each source is listed", async () => {
  const [id = 0] = await addGames(1);
  await poll(sourceOf("gog", [pageOf(offersAt([id], 100))]));
  const last = await poll(sourceOf("gog", [new Error("away")]));
  const steam = await poll(sourceOf("steam", [pageOf(offersAt([id], 100, "steam"))]));
  expect(await listLatestPolls(db)).toEqual([last, steam]);
});

test("old polls are deleted, except the last and the last complete one of each source", async () => {
  const [id = 0] = await addGames(1);
  const source = sourceOf("gog", [pageOf(offersAt([id], 100))]);
  await poll(source);
  const whole = await poll(source);
  await poll(sourceOf("gog", [new Error("away")]));
  const last = await poll(sourceOf("gog", [new Error("away")]));
  await deleteOldPolls(db, new Date(clock + 89 * 24 * hour));
  expect(await db.$count(pricePolls)).toBe(4);
  await deleteOldPolls(db, new Date(clock + 91 * 24 * hour));
  expect(await db.select().from(pricePolls).orderBy(pricePolls.id)).toEqual([whole, last]);
});

test("these tests leave no poll running", async () => {
  expect(await db.$count(pricePolls, eq(pricePolls.state, "running"))).toBe(0);
});
