import { beforeEach, expect, test } from "vitest";
import { sql } from "../../platform/db/drizzle.ts";
import { startTestApp } from "../../test/app.ts";
import { addCatalogue } from "../../test/catalogue.ts";
import { createTestDatabase, emptyTables } from "../../test/database.ts";
import { createTestFolder } from "../../test/folder.ts";
import { signInAdmin } from "../../test/users.ts";
import { importCatalogue } from "../imports/import-catalogue.ts";
import { recordDetails } from "./commands-details.ts";

const database = await createTestDatabase();
const { db, pool } = database;
const app = await startTestApp(database);
const folder = await createTestFolder();
const { headers } = await signInAdmin(db, "Editor", ["catalogue.read", "catalogue.write"]);
const now = new Date("2026-11-23T12:00:00Z");

beforeEach(() => emptyTables(pool, ["games", "genre_aliases"]));

const list = async (query: string) =>
  (await app.inject({ url: `/api/admin/catalogue/games?sortBy=title&sortOrder=ASC${query}`, headers })).json();
const send = (path: string, payload: object) =>
  app.inject({ method: "POST", url: `/api/admin/catalogue/genres${path}`, headers, payload });
const map = (word: string, genre: string | null) => send("", { word, genre });

async function genres(): Promise<(string | null)[]> {
  const { rows } = await db.execute<{ genre: string | null }>(sql`select genre from games order by id`);
  return rows.map(({ genre }) => genre);
}

async function load(title: string, genre: string) {
  await importCatalogue(db, await folder.write("games.jsonl", JSON.stringify({ title, genre })), { now });
}

test("games with a genre that the site does not know have a filter of their own", async () => {
  await addCatalogue(db, [
    { title: "Weaver", genre: "Action, Basket Weaving" },
    { title: "Weavers", genre: "Basket Weaving" },
    { title: "Known", genre: "Indie" },
    { title: "Without" },
  ]);
  await expect.poll(async () => (await list("")).total).toBe(4);
  const found = await list("&unknown_genre=true");
  expect(found.games.map(({ title }: { title: string }) => title)).toEqual(["Weaver", "Weavers"]);
  expect(found).toMatchObject({ total: 2, unknown_genres: [{ name: "Basket Weaving", games: 2 }] });
});

test.each<{ word: string; to: string | null; games: Record<string, string | null>; imported: string }>([
  { word: "Basket Weaving", to: "Casual", games: { "basket weaving": "Casual" }, imported: "BASKET  WEAVING" },
  { word: "Run & Gun", to: "Action", games: { "Run and Gun": "Action", "Run&Gun": "Action" }, imported: "run & gun" },
  { word: "Wimmelbild", to: "Casual", games: { "Indie, Wimmelbild": "Indie, Casual" }, imported: "WIMMELBILD" },
  {
    word: "Wimmelbilder",
    to: "Casual",
    games: { Wimmelbilder: "Casual", Wimmelbild: "Wimmelbild" },
    imported: "wimmelbilder",
  },
  { word: "Цирк", to: "Casual", games: { ЦИРК: "Casual" }, imported: "цирк" },
  { word: "放置游戏类", to: "Simulation", games: { "动作, 放置游戏类": "动作, Simulation" }, imported: "放置游戏类" },
  { word: "Théâtre", to: "Adventure", games: { theatre: "Adventure", "THÉÂTRE ": "Adventure" }, imported: "théatre" },
  { word: "N/A", to: null, games: { "N/A": null, "Action, n/a": "Action" }, imported: "n/a" },
  { word: "Misc.", to: null, games: { misc: null, "Misc., Puzzle": "Puzzle" }, imported: "MISC" },
  { word: "Shoot-'n'-run", to: "Action", games: { "Action, Shoot n run": "Action" }, imported: "shoot-'n'-run" },
  { word: "Sci Fi", to: "RPG", games: { "Sci-Fi": "RPG", "RPG, sci fi": "RPG" }, imported: "sci-fi" },
  { word: "Kid’s games", to: "Casual", games: { "kids games": "Casual" }, imported: "Kid's Games" },
])("$word becomes $to, also in later imports, and its undo takes that back", async ({ word, to, games, imported }) => {
  await addCatalogue(db, [
    ...Object.keys(games).map((genre, n) => ({ title: `Game ${n}`, genre })),
    { title: "Changed later", genre: word },
  ]);
  expect((await map(word, to)).json().mapped).toMatchObject([{ word, genre: to }]);
  expect(await genres()).toEqual([...Object.values(games), to]);
  await load("Imported", imported);
  await db.transaction((tx) =>
    recordDetails(tx, "gog", [{ productId: "1", type: "game", title: "Read", genres: [{ name: imported }] }], now),
  );
  expect(await genres()).toEqual([...Object.values(games), to, to, to]);
  expect((await map(word, to)).statusCode).toBe(409);
  await pool.query("update games set genre = 'Racing' where title = 'Changed later'");
  expect((await send("/undo", { word })).json().mapped).toEqual([]);
  expect(await genres()).toEqual([...Object.keys(games), "Racing", to, to]);
  const { rows } = await pool.query("select description, resource_key from audit_log order by id desc limit 2");
  expect(rows.map(({ resource_key }) => resource_key)).toEqual([word, word]);
  expect(rows[0].description).toBe(`Undid the mapping of the genre ${word}`);
});

test("a mapping also holds for what a person types, and for what an override replaces", async () => {
  const [id] = await addCatalogue(db, [{ title: "Weaver", genre: "Weaving" }]);
  const url = `/api/admin/catalogue/games/${id}`;
  await app.inject({ method: "PUT", url, headers, payload: { genre: "Racing" } });
  await map("Weaving", "Casual");
  await app.inject({ method: "PUT", url, headers, payload: { genre: "Weaving, Racing" } });
  expect(await genres()).toEqual(["Casual, Racing"]);
  await app.inject({ method: "POST", url: `${url}/release`, headers, payload: { fields: ["genre"] } });
  expect(await genres()).toEqual(["Casual"]);
});

test.each([
  { word: "Action", genre: "RPG", status: 400 },
  { word: "Инди", genre: "RPG", status: 400 },
  { word: "!!!", genre: null, status: 400 },
  { word: "One, two", genre: null, status: 400 },
  { word: "Weaving", genre: "Weaving", status: 400 },
])("$word cannot be mapped to $genre", async ({ word, genre, status }) => {
  expect((await map(word, genre)).statusCode).toBe(status);
  expect((await send("/undo", { word: "Unmapped" })).statusCode).toBe(404);
});
