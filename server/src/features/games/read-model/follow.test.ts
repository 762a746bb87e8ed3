import { expect, onTestFinished, test } from "vitest";
import { eq } from "../../../platform/db/drizzle.ts";
import { addCatalogue, observe } from "../../../test/catalogue.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { recordOffers } from "../../prices/offers/commands.ts";
import { gamePrices } from "../../prices/table.ts";
import { readChangedRows } from "../queries.ts";
import { buildBooks, buildIndex } from "./build.ts";
import { type FollowOptions, followGames } from "./follow.ts";
import { priceAt } from "./layout.ts";

const { db, pool } = await createTestDatabase();
const ids = await addCatalogue(db, [
  { title: "First", offers: { steam: { priceMinor: 1_000 } } },
  { title: "Second", offers: { steam: { priceMinor: 2_000 } } },
]);

async function follow(options: Partial<FollowOptions> = {}) {
  const followed = await followGames({
    async build() {
      const client = await pool.connect();
      return buildIndex(client).finally(() => client.release());
    },
    async buildBook(_, country, gameIds, size) {
      const client = await pool.connect();
      const books = await buildBooks(client, [country], gameIds, size).finally(() => client.release());
      return books[country]!;
    },
    readRows: (some, countries) => readChangedRows(db, some, countries),
    onChange() {},
    onError: (error) => console.error(error),
    ...options,
  });
  onTestFinished(followed.close);
  return followed;
}

function pricesOf({ index }: Awaited<ReturnType<typeof follow>>): Record<number, number> {
  const { slots, books } = index();
  const { all } = books.get("US")!;
  return Object.fromEntries(Array.from(slots, ([id, slot]) => [id, priceAt(all, slot)]));
}

async function changePrice(id: number, priceMinor: number): Promise<void> {
  await recordOffers(db, observe(id, { steam: { priceMinor } }), { now: new Date() });
}

/** A build whose second run pauses after reading its rows until `open` is called. */
function pausedBuild() {
  const read = Promise.withResolvers<void>();
  const pause = Promise.withResolvers<void>();
  let builds = 0;
  return {
    read: read.promise,
    open: pause.resolve,
    async build() {
      builds += 1;
      const client = await pool.connect();
      const data = await buildIndex(client).finally(() => client.release());
      if (builds === 2) {
        read.resolve();
        await pause.promise;
      }
      return data;
    },
  };
}

test("a change that arrives during a rebuild is applied immediately, and still after the swap", async () => {
  const paused = pausedBuild();
  const followed = await follow({ build: paused.build });
  const [id] = ids as [number];
  const before = followed.index();

  const rebuilt = followed.handleChange("*");
  await paused.read;
  await changePrice(id, 1_111);
  await followed.handleChange([id]);
  expect(pricesOf(followed)[id]).toBe(1_111);
  expect(followed.index()).toBe(before);

  paused.open();
  await rebuilt;
  expect(followed.index()).not.toBe(before);
  expect(pricesOf(followed)[id]).toBe(1_111);
});

test("a change during a build that began too early to include it causes another build", async () => {
  const paused = pausedBuild();
  const followed = await follow({ build: paused.build });
  const first = followed.handleChange("*");
  await paused.read;
  await db
    .update(gamePrices)
    .set({ bestMinor: 777, storeMinors: [777] })
    .where(eq(gamePrices.gameId, ids[1]!));
  const second = followed.handleChange("*");
  paused.open();
  await first;
  await second;
  expect(pricesOf(followed)[ids[1]!]).toBe(777);
});

test("changes in quick succession are read together", async () => {
  const reads: number[][] = [];
  const followed = await follow({
    readRows(some, countries) {
      reads.push(some);
      return readChangedRows(db, some, countries);
    },
  });
  await Promise.all([followed.handleChange([ids[0]!]), followed.handleChange([ids[1]!, ids[0]!])]);
  expect(reads).toEqual([[ids[0], ids[1]]]);
});

test("very many changes cause a rebuild", async () => {
  const followed = await follow();
  const before = followed.index();
  await changePrice(ids[0]!, 333);
  await followed.handleChange([...Array(10_001).keys()]);
  await expect.poll(() => followed.index() !== before).toBe(true);
  expect(pricesOf(followed)[ids[0]!]).toBe(333);
});

test("a change is applied once the database is reachable again", async () => {
  const errors: unknown[] = [];
  let isUnreachable = true;
  const followed = await follow({
    readRows: async (some, countries) =>
      isUnreachable ? Promise.reject(new Error("unreachable")) : readChangedRows(db, some, countries),
    onError: (error) => errors.push(error),
  });
  await changePrice(ids[0]!, 444);
  const applied = followed.handleChange([ids[0]!]);
  await expect.poll(() => errors.length).toBe(1);
  isUnreachable = false;
  await applied;
  expect(pricesOf(followed)[ids[0]!]).toBe(444);
});

test("closing aborts pending work without an error", async () => {
  const errors: unknown[] = [];
  const followed = await follow({
    readRows: () => Promise.reject(new Error("unreachable")),
    onError: (error) => errors.push(error),
  });
  const first = followed.handleChange(ids);
  await expect.poll(() => errors.length).toBe(1);
  await followed.close();
  await first;
  await followed.handleChange("*");
  expect(errors).toHaveLength(1);
});

test("every change is reported", async () => {
  const changes: unknown[] = [];
  const followed = await follow({ onChange: (change) => changes.push(change) });
  await followed.handleChange([ids[0]!]);
  await followed.handleChange("*");
  expect(changes).toEqual(["prices", "rebuilt"]);
});
