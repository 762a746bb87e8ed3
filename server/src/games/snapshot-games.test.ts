import { expect, test } from "vitest";
import { addCatalogue } from "../test/catalogue.ts";
import { createTestDatabase } from "../test/database.ts";
import { prepareListGames } from "./queries.ts";
import { createGameCache } from "./snapshot-games.ts";

const { db } = await createTestDatabase();
const ids = await addCatalogue(db, [{ title: "One" }, { title: "Two" }, { title: "Three" }]);
const readGames = prepareListGames(db);

/** A cache whose reads are noted, and can be held up after the rows have come. */
function createNotedCache(limit?: number, afterRead: () => void = () => {}) {
  const reads: number[][] = [];
  const cache = createGameCache(async (some) => {
    reads.push(some);
    const rows = await readGames(some);
    afterRead();
    return rows;
  }, limit);
  return { cache, reads };
}

const titles = (games: readonly { title: string }[]) => games.map(({ title }) => title);

test("games come in the order asked for; only those that are not kept are read", async () => {
  const { cache, reads } = createNotedCache();
  await cache.list([ids[1]!]);
  expect(titles(await cache.list([ids[2]!, 999_999, ids[1]!, ids[0]!]))).toEqual(["Three", "Two", "One"]);
  expect(titles(await cache.list(ids))).toEqual(["One", "Two", "Three"]);
  expect(reads).toEqual([[ids[1]], [ids[2], 999_999, ids[0]]]);
});

test("the one least recently asked for makes room", async () => {
  const { cache, reads } = createNotedCache(2);
  const [one, two, three] = ids as [number, number, number];
  await cache.list([one, two]);
  await cache.list([one]);
  await cache.list([three]);
  await cache.list([one, three]);
  await cache.list([two]);
  expect(reads).toEqual([[one, two], [three], [two]]);
});

test("what was dropped is read again", async () => {
  const { cache, reads } = createNotedCache();
  await cache.list(ids);
  cache.drop([ids[0]!]);
  await cache.list(ids);
  expect(reads).toEqual([ids, [ids[0]]]);
  cache.clear();
  await cache.list(ids);
  expect(reads.at(-1)).toEqual(ids);
});

test("rows that were read before a change, and came after it, are read again", async () => {
  let change: (() => void) | undefined = () => {
    change = undefined;
    cache.drop([ids[0]!]);
  };
  const { cache, reads } = createNotedCache(undefined, () => change?.());
  await cache.list([ids[0]!]);
  expect(reads).toHaveLength(2);
  await cache.list([ids[0]!]);
  expect(reads).toHaveLength(2);
});

test("under changes without end an answer still comes, but is not kept", async () => {
  const { cache, reads } = createNotedCache(undefined, () => cache.drop([]));
  expect(await cache.list([ids[0]!])).toHaveLength(1);
  const readsBefore = reads.length;
  await cache.list([ids[0]!]);
  expect(reads.length).toBeGreaterThan(readsBefore);
});

test("while the database is away, changed games are listed as they were last known; unknown ones fail", async () => {
  let isAway = false;
  const { cache } = createNotedCache(undefined, () => {
    if (isAway) throw Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
  });
  const [one, two, three] = ids as [number, number, number];
  await cache.list([one, two]);
  isAway = true;
  cache.drop([one]);
  expect(titles(await cache.list([one, two]))).toEqual(["One", "Two"]);
  cache.clear();
  expect(titles(await cache.list([two, one]))).toEqual(["Two", "One"]);
  await expect(cache.list([one, three])).rejects.toThrow("connect");
  isAway = false;
  expect(titles(await cache.list([one, three]))).toEqual(["One", "Three"]);
});
