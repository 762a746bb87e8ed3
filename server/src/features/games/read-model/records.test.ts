import { expect, test } from "vitest";
import { addCatalogue } from "../../../test/catalogue.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { prepareReadDetails, readChangedRows } from "../queries.ts";
import { games } from "../table.ts";
import { applyChanges } from "./apply-changes.ts";
import { buildIndex } from "./build.ts";
import { type IndexedGames, openIndex, readFacts } from "./indexed-games.ts";
import { gamesPerPage } from "./records.ts";
import { noPrices } from "./rows.ts";

const { db, pool } = await createTestDatabase();
const seen = new Date("2026-01-02T03:04:05.678Z");
const ids = await addCatalogue(
  db,
  [
    {
      title: "Pokémon 缺氧 🎮",
      developer: 'A "quoted" one, and so on\n',
      steamAppid: 2_147_483_647,
      rating: 8.3,
      tags: "Hentai",
      playerCount: 0,
      metacriticScore: 100,
      releaseDate: "1969-07-20",
      offers: {
        steam: { priceMinor: 999, link: "https://steam.example/é" },
        gog: { priceMinor: 0, link: "https://gog.example/" },
        cdkeys: { priceMinor: 1, inStock: false, link: "https://cdkeys.example/" },
        other: { priceMinor: null, link: "https://other.example/" },
      },
    },
    { title: "Nothing is known" },
    { title: "", developer: "" },
  ],
  seen,
);
await db.update(games).set({ description: "long ".repeat(300_000), reviewScore: 0.1, reviewCount: 5 });

async function readAll() {
  const client = await pool.connect();
  return openIndex(await buildIndex(client).finally(() => client.release()));
}

const factsOf = (index: IndexedGames, some: readonly number[]) =>
  some.map((id) => readFacts(index, index.slots.get(id)!));

test("a game has the same data from a build and from a change", async () => {
  const index = await readAll();
  const before = factsOf(index, ids);
  const details = await prepareReadDetails(db)("US", ids, false);
  const [first, second, third] = before.map((facts) => ({
    ...facts,
    ...(details.find(({ gameId }) => gameId === facts.id)?.prices ?? noPrices),
  }));
  expect(first).toMatchObject({
    title: "Pokémon 缺氧 🎮",
    developer: 'A "quoted" one, and so on\n',
    description: "long ".repeat(300_000),
    rating: 8.3,
    reviewScore: 0.1,
    releaseDate: "1969-07-20",
    explicit: true,
    steamMinor: 999,
    bestStore: "gog",
    cdkeysInStock: false,
    lowAt: seen.getTime(),
    steamLink: "https://steam.example/é",
    otherLink: "https://other.example/",
  });
  expect(second).toMatchObject({ title: "Nothing is known", ...noPrices });
  expect(third).toMatchObject({ title: "", developer: "" });
  const rows = await readChangedRows(db, ids, ["US"]);
  expect(applyChanges(index, rows)).not.toBeNull();
  expect(factsOf(index, ids)).toEqual(before);
});

test("games are read across page boundaries", async () => {
  const added = await addCatalogue(
    db,
    Array.from({ length: gamesPerPage + 1 }, (_, n) => ({ title: `Number ${n}` })),
  );
  const index = await readAll();
  const titles = factsOf(index, added).map(({ title }) => title);
  expect(titles).toEqual(added.map((_, n) => `Number ${n}`));
});

test("a build that starts while all games are replaced waits for them", async () => {
  const before = (await readAll()).slots.size;
  const client = await pool.connect();
  await client.query("begin; create temp table kept on commit drop as table games");
  await client.query("truncate games cascade; insert into games overriding system value select * from kept");
  const building = readAll();
  const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1);
  await client.query("commit");
  client.release();
  expect((await building).slots.size).toBe(before);
});
