import { expect, test } from "vitest";
import { addCatalogue } from "../../../test/catalogue.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { listIndexedRows } from "../queries.ts";
import { games } from "../table.ts";
import { buildIndex } from "./build.ts";
import { applyChanges, listRows, openIndex } from "./game-index.ts";
import { gamesPerPage } from "./records.ts";

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
      tags: "Nudity",
      playerCount: 0,
      metacriticScore: 100,
      releaseDate: "1969-07-20",
      offers: {
        steam: { priceCents: 999, link: "https://steam.example/é" },
        gog: { priceCents: 0, link: "https://gog.example/" },
        cdkeys: { priceCents: 1, inStock: false, link: "https://cdkeys.example/" },
        other: { priceCents: null, link: "https://other.example/" },
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

test("a game reads the same with all others and by itself", async () => {
  const rows = await listIndexedRows(db, ids);
  const expected = rows.toSorted((a, b) => a.id - b.id).map(({ titleFolded, releaseDay, ...row }) => row);
  expect(expected[0]).toMatchObject({
    title: "Pokémon 缺氧 🎮",
    releaseDate: "1969-07-20",
    cdkeysInStock: false,
    lowAt: seen.getTime(),
    steamLink: "https://steam.example/é",
    otherLink: "https://other.example/",
  });
  const index = await readAll();
  expect(listRows(index, ids)).toEqual(expected);
  expect(applyChanges(index, ids, rows)).toBe(true);
  expect(listRows(index, ids)).toEqual(expected);
});

test("games are read across the borders of pages", async () => {
  const added = await addCatalogue(
    db,
    Array.from({ length: gamesPerPage + 1 }, (_, n) => ({ title: `Number ${n}` })),
  );
  const titles = listRows(await readAll(), added).map((row) => row.title);
  expect(titles).toEqual(added.map((_, n) => `Number ${n}`));
});
