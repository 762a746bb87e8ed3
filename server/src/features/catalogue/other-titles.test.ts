import { beforeEach, expect, test } from "vitest";
import { sql } from "../../platform/db/drizzle.ts";
import { startTestApp } from "../../test/app.ts";
import { addCatalogue } from "../../test/catalogue.ts";
import { createTestDatabase, emptyTables } from "../../test/database.ts";
import { createTestFolder } from "../../test/folder.ts";
import { signInAdmin } from "../../test/users.ts";
import { exportCatalogue } from "../games/export.ts";
import { importCatalogue } from "../imports/import-catalogue.ts";
import { entryOf } from "../library/import/entry.ts";
import { matchEntries } from "../library/import/match.ts";
import { matchOffers } from "../prices/matching/find.ts";
import { recordListedApps } from "./commands-apps.ts";
import { recordDetails } from "./commands-details.ts";
import { mergeGame } from "./merge/commands-merge.ts";
import { unmergeGame } from "./merge/commands-unmerge.ts";

const database = await createTestDatabase();
const { db, pool } = database;
const app = await startTestApp(database);
const folder = await createTestFolder();
const editor = await signInAdmin(db, "Editor", ["catalogue.read", "catalogue.write"]);
const now = new Date("2026-11-23T12:00:00Z");

beforeEach(() => emptyTables(pool, ["games", "steam_apps", "game_merges", "match_reviews"]));

async function load(...rows: object[]) {
  const path = await folder.write("games.jsonl", rows.map((row) => JSON.stringify(row)).join("\n"));
  return importCatalogue(db, path, { now });
}

const list = (appid: number, name: string) =>
  db.transaction((tx) => recordListedApps(tx, [{ appid, name, modifiedAt: now }], now));
const read = (source: "steam" | "gog", title: string, steamAppid?: number) =>
  db.transaction((tx) =>
    recordDetails(tx, source, [{ productId: "457140", type: "game", title, ...(steamAppid && { steamAppid }) }], now),
  );

/** The titles of each game, its own first. */
async function titles(): Promise<string[][]> {
  const { rows } = await db.execute<{ titles: string[] }>(sql`
    select array[title] || array(select title from game_titles where game_id = id order by title collate "C") as titles
    from games order by id
  `);
  return rows.map(({ titles }) => titles);
}

const english = "Oxygen Not Included";
const file = (title: string, more: object = {}) => load({ title, steam_appid: 457140, ...more });

test.each<[what: string, bring: () => Promise<unknown>, expected: string[][]]>([
  ["a file", () => file(english, { also_known_as: ["缺氧", "산소미포함"] }), [[english, "缺氧", "산소미포함"]]],
  ["a text with bars", () => file(english, { also_known_as: "缺氧 | ONI |缺氧" }), [[english, "ONI", "缺氧"]]],
  ["an unreadable cell", () => file(english, { also_known_as: { ru: 1 } }), [[english]]],
  ["a file after Steam's list", () => list(457140, english).then(() => file("缺氧")), [[english, "缺氧"]]],
  ["a file before Steam's list", () => file("缺氧").then(() => list(457140, english)), [[english, "缺氧"]]],
  ["a file after Steam's details", () => read("steam", english, 457140).then(() => file("缺氧")), [[english, "缺氧"]]],
  ["a file before them", () => file("缺氧").then(() => read("steam", english, 457140)), [[english, "缺氧"]]],
  ["two files", () => file("缺氧").then(() => file("Кислород не включен")), [["Кислород не включен"]]],
  ["an English file, then another", () => file(english).then(() => file("缺氧")), [[english, "缺氧"]]],
  ["an English file afterwards", () => file("缺氧").then(() => file(english)), [[english, "缺氧"]]],
  [
    "a file without titles afterwards",
    () => file(english, { also_known_as: ["缺氧"] }).then(() => file(english)),
    [[english, "缺氧"]],
  ],
  [
    "a file of the other title only",
    () => file(english, { also_known_as: ["缺氧"] }).then(() => load({ title: "缺氧", genre: "Sim" })),
    [[english, "缺氧"]],
  ],
  [
    "GOG's English title",
    () => load({ title: "缺氧", also_known_as: [english] }).then(() => read("gog", english)),
    [[english, "缺氧"]],
  ],
  [
    "a title in a Latin script",
    () => list(457140, english).then(() => file("Oxygène non inclus")),
    [[english, "Oxygène non inclus"]],
  ],
])("the English title is the game's: %s", async (_, bring, expected) => {
  await bring();
  expect(await titles()).toEqual(expected);
});

test("an export has the other titles, and importing files again changes nothing", async () => {
  await list(457140, english);
  await file("缺氧", { also_known_as: ["ONI", "A & B"] });
  expect(await file("缺氧", { also_known_as: ["ONI", "A & B"] })).toMatchObject({ changed: 0, unchanged: 1 });
  const before = await titles();
  for (const name of ["out.jsonl", "out.csv"]) {
    await exportCatalogue(db, folder.path(name));
    expect(await importCatalogue(db, folder.path(name), { now })).toMatchObject({ changed: 0 });
    await emptyTables(pool, ["games"]);
    await importCatalogue(db, folder.path(name), { now });
    expect(await titles()).toEqual(before);
  }
});

test("a person's titles hold until they are released", async () => {
  const [id] = await addCatalogue(db, [{ title: english, steamAppid: 457140, alsoKnownAs: "缺氧" }]);
  const url = `/api/admin/catalogue/games/${id}`;
  const { headers } = editor;
  const fieldOf = (response: { json(): { game: { fields: { name: string }[] } } }) =>
    response.json().game.fields.find(({ name }) => name === "also_known_as");
  const edited = await app.inject({ method: "PUT", url, headers, payload: { also_known_as: " ONI \n\nONI\nO2" } });
  expect(fieldOf(edited)).toMatchObject({ value: "ONI\nO2", overridden: true, replaced: "缺氧" });
  await file(english, { also_known_as: ["산소미포함"] });
  expect(await titles()).toEqual([[english, "O2", "ONI"]]);
  await app.inject({ method: "POST", url: `${url}/release`, headers, payload: { fields: ["also_known_as"] } });
  expect(await titles()).toEqual([[english, "缺氧", "산소미포함"]]);
  const { history } = (await app.inject({ url: `${url}/history`, headers })).json();
  expect(history[1].changes).toEqual([{ name: "also_known_as", old_value: "缺氧", new_value: "ONI\nO2" }]);
  const { rows } = await pool.query("select old_value from audit_log order by id desc offset 1 limit 1");
  expect(rows[0].old_value).toMatchObject({ also_known_as: "缺氧" });
});

test("a merge adds the titles of the merged game, and its undo takes them back", async () => {
  const [into, merged] = await addCatalogue(db, [
    { title: "The Settlers", alsoKnownAs: "Die Siedler" },
    { title: "Settlers, The", alsoKnownAs: "Les Colons\nDie Siedler" },
  ]);
  await mergeGame(db, null, { id: merged!, intoId: into!, now });
  expect(await titles()).toEqual([["The Settlers", "Die Siedler", "Les Colons", "Settlers, The"]]);
  await unmergeGame(db, null, merged!, now);
  expect(await titles()).toEqual([
    ["The Settlers", "Die Siedler"],
    ["Settlers, The", "Die Siedler", "Les Colons"],
  ]);
});

test("the API shows other titles, and search and suggestions find them after games' own", async () => {
  const [oni, siedler] = await addCatalogue(db, [
    { title: english, alsoKnownAs: "缺氧\nКислород не включен", playerCount: 100 },
    { title: "The Settlers", alsoKnownAs: "Die Siedler", playerCount: 9_000 },
    { title: "Die Siedler", playerCount: 1 },
  ]);
  const get = async (url: string) => (await app.inject({ url })).json();
  const found = async (search: string) =>
    (await get(`/api/games?search=${encodeURIComponent(search)}`)).games.map(({ title }: { title: string }) => title);
  await expect.poll(() => found("缺氧")).toEqual([english]);
  expect((await get(`/api/games/${oni}`)).also_known_as).toEqual(["缺氧", "Кислород не включен"]);
  expect(await found("кислород")).toEqual([english]);
  expect(await found("Кислорд не включен")).toEqual([english]);
  expect(await found("氧")).toEqual([english]);
  await expect.poll(() => found("die siedler")).toEqual(["Die Siedler", "The Settlers"]);
  const suggested = await get(`/api/games/suggest?q=${encodeURIComponent("Кисл")}`);
  expect(suggested.games).toMatchObject([{ title: english }]);
  await pool.query("update games set also_known_as = 'O2', also_known_keys = 'o2' where id = $1", [oni]);
  await expect.poll(() => found("o2")).toEqual([english]);
  expect(await found("缺氧")).toEqual([]);
  expect((await get(`/api/games/${siedler}`)).also_known_as).toEqual(["Die Siedler"]);
});

test.each([
  { title: "缺氧 Steam Key", game: 1, library: 1 },
  { title: "Die Siedler: Neue Allianzen", game: 2, library: 2 },
  { title: "Die Siedler: Neue Allianzen (PC) Ubisoft Connect Key EUROPE", appid: 20, game: null, library: null },
  { title: "Die Siedler - Neue Allianzen", appid: 2, game: 2, library: 2 },
  { title: "The Settlers: New Allies", game: 2, library: 2 },
  { title: "Die Siedler: Neue Allianzen - Deluxe Edition", appid: 2, game: null, library: 2 },
  { title: "Die Siedler: Neue Allianzen Soundtrack", game: null, library: null },
  { title: "Prey", game: null, library: null },
  { title: "Prey (2006)", game: 4, library: null },
  { title: "Beute", game: null, library: null },
])("a product or entry $title with the appid $appid is game $game or $library", async ({ title, appid, ...ids }) => {
  await addCatalogue(db, [
    { title: english, alsoKnownAs: "缺氧" },
    { title: "The Settlers: New Allies", steamAppid: 2, alsoKnownAs: "Die Siedler: Neue Allianzen" },
    { title: "Prey", releaseDate: "2017-05-05", alsoKnownAs: "Beute" },
    { title: "Human Head", releaseDate: "2006-07-11", alsoKnownAs: "Prey\nBeute" },
  ]);
  const offer = { productId: "1", title, currency: "USD", priceMinor: 999, ...(appid && { steamAppid: appid }) };
  const { matched } = await matchOffers(db, { store: "cdkeys", country: "US" }, [offer], now, true);
  expect(matched.map(({ gameId }) => gameId)).toEqual(ids.game === null ? [] : [ids.game]);
  const [entry] = await matchEntries(db, [entryOf({ as: "owned", title, ...(appid && { steamAppid: appid }) })]);
  expect(entry!.kind === "found" ? entry!.game.id : null).toBe(ids.library);
});
