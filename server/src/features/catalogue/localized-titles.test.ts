import { beforeEach, expect, test } from "vitest";
import { eq, sql } from "../../platform/db/drizzle.ts";
import { parseEnv } from "../../platform/process/env.ts";
import { startTestApp } from "../../test/app.ts";
import { addCatalogue } from "../../test/catalogue.ts";
import { createTestDatabase, emptyTables } from "../../test/database.ts";
import { createTestFolder } from "../../test/folder.ts";
import { startUpstream } from "../../test/servers/upstream-server.ts";
import { signInAdmin, signInUser } from "../../test/users.ts";
import { exportCatalogue } from "../games/export.ts";
import { games } from "../games/table.ts";
import { importCatalogue } from "../imports/import-catalogue.ts";
import { matchOffers } from "../prices/matching/find.ts";
import { pollSource } from "../prices/polls/commands-poll.ts";
import { createClient } from "../prices/sources/client.ts";
import { openCatalogueSources } from "./commands-poll-catalogue.ts";
import { mergeGame } from "./merge/commands-merge.ts";
import { unmergeGame } from "./merge/commands-unmerge.ts";
import { steamLanguageOf } from "./sources/steam-languages.ts";

const database = await createTestDatabase();
const { db, pool } = database;
const app = await startTestApp(database);
const folder = await createTestFolder();
const upstream = await startUpstream();
const editor = await signInAdmin(db, "Editor", ["catalogue.read", "catalogue.write"]);
const member = await signInUser(db, "member");
const now = new Date("2026-11-23T12:00:00Z");

beforeEach(() => emptyTables(pool, ["games", "steam_apps", "game_merges", "match_reviews", "price_polls"]));

const english = "Oxygen Not Included";

async function load(file: string, rows: string) {
  return importCatalogue(db, await folder.write(file, rows), { now });
}
const file = (localized_titles: unknown, title = english) =>
  load("games.jsonl", JSON.stringify({ title, steam_appid: 457140, localized_titles }));

/** The titles by language of each game. */
async function titles(): Promise<(string | null)[]> {
  return (await db.select({ text: games.localizedTitles }).from(games).orderBy(games.id)).map(({ text }) => text);
}

/** What matches find, by language. */
async function matched(): Promise<string[]> {
  const { rows } = await db.execute<{ line: string }>(sql`
    select locale || ' ' || title_key as line from game_titles order by locale collate "C", title_key collate "C"
  `);
  return rows.map(({ line }) => line);
}

test.each<[what: string, value: unknown, expected: string | null]>([
  ["an object", { ja: "缺氧", "pt-br": ["A & B", "C"] }, "ja: 缺氧\npt-BR: A & B\npt-BR: C"],
  ["lines", "ru: Кислород не включен\nde: Kein Sauerstoff", "de: Kein Sauerstoff\nru: Кислород не включен"],
  ["a text with bars", "zh-Hans: 缺氧 | ko:산소미포함|fr: A | B", "fr: A | B\nko: 산소미포함\nzh-Hans: 缺氧"],
  ["entities and odd characters", { ja: "A &amp;\n\u202eB\u0001" }, "ja: A & B"],
  ["its own title", { de: "OXYGEN NOT INCLUDED™" }, null],
  ["other values", { ja: 7, de: null, fr: { a: 1 }, "not a tag": "A", es: "Oxígeno" }, "es: Oxígeno"],
  ["a number", 12, null],
  ["a list", ["ja: 缺氧"], null],
])("a file brings titles by language: %s", async (_, value, expected) => {
  await file(value);
  expect(await titles()).toEqual([expected]);
});

test("files only add titles, and importing or an export's copy changes nothing", async () => {
  await file({ ja: "缺氧", ko: "산소미포함" });
  await file(undefined);
  await file(null);
  await file({ ko: "산소 미포함" });
  expect(await titles()).toEqual(["ja: 缺氧\nko: 산소 미포함\nko: 산소미포함"]);
  expect(await file({ ja: "缺氧" })).toMatchObject({ changed: 0, unchanged: 1 });
  expect(await matched()).toEqual(["ja 缺氧", "ko 산소 미포함", "ko 산소미포함"]);
  await file({ fr: "Pas d’oxygène & co | Été" });
  const before = await titles();
  for (const name of ["out.jsonl", "out.csv"]) {
    await exportCatalogue(db, folder.path(name));
    expect(await importCatalogue(db, folder.path(name), { now })).toMatchObject({ changed: 0 });
    await emptyTables(pool, ["games"]);
    await importCatalogue(db, folder.path(name), { now });
    expect(await titles()).toEqual(before);
  }
});

test("a person's titles hold until they are released, with an entry in the audit log", async () => {
  const [id] = await addCatalogue(db, [{ title: english, steamAppid: 457140, localizedTitles: "ja: 缺氧" }]);
  const url = `/api/admin/catalogue/games/${id}`;
  const { headers } = editor;
  const put = (localized_titles: string) => app.inject({ method: "PUT", url, headers, payload: { localized_titles } });
  expect((await put("ja: 缺氧\nnothing")).statusCode).toBe(400);
  expect((await put("de: Kein Sauerstoff\n\nja : 酸素\u202e\n")).json().game.fields).toContainEqual(
    expect.objectContaining({
      name: "localized_titles",
      value: "de: Kein Sauerstoff\nja: 酸素",
      overridden: true,
      replaced: "ja: 缺氧",
    }),
  );
  await file({ ru: "Кислород" });
  expect(await titles()).toEqual(["de: Kein Sauerstoff\nja: 酸素"]);
  expect(await matched()).toEqual(["de kein sauerstoff", "ja 酸素"]);
  await app.inject({ method: "POST", url: `${url}/release`, headers, payload: { fields: ["localized_titles"] } });
  expect(await titles()).toEqual(["ja: 缺氧\nru: Кислород"]);
  const { history } = (await app.inject({ url: `${url}/history`, headers })).json();
  expect(history[1].changes).toEqual([
    { name: "localized_titles", old_value: "ja: 缺氧", new_value: "de: Kein Sauerstoff\nja: 酸素" },
  ]);
  const { rows } = await pool.query("select new_value from audit_log order by id desc offset 1 limit 1");
  expect(rows[0].new_value).toMatchObject({ localized_titles: "de: Kein Sauerstoff\nja: 酸素" });
});

test("a merge adds the titles of the merged game, and its undo takes them back", async () => {
  const [into, merged] = await addCatalogue(db, [
    { title: "The Settlers", localizedTitles: "de: Die Siedler" },
    { title: "Settlers, The", localizedTitles: "de: Siedler\nfr: Les Colons\nde: Die Siedler" },
  ]);
  const before = await titles();
  await mergeGame(db, null, { id: merged!, intoId: into!, now });
  expect(await titles()).toEqual(["de: Die Siedler\nde: Siedler\nfr: Les Colons"]);
  await unmergeGame(db, null, merged!, now);
  expect(await titles()).toEqual(before);
});

test("products match a game by its titles in any language", async () => {
  const [id] = await addCatalogue(db, [
    {
      title: "The Settlers: New Allies",
      localizedTitles: "de: Die Siedler: Neue Allianzen\nlb: Die Siedler: Neue Allianzen",
    },
  ]);
  const offer = { productId: "1", title: "Die Siedler - Neue Allianzen", currency: "USD", priceMinor: 999 };
  const { matched } = await matchOffers(db, { store: "cdkeys", country: "US" }, [offer], now, true);
  expect(matched.map(({ gameId }) => gameId)).toEqual([id]);
});

test("visitors find a game by any of its titles, and see the one in their language beside English", async () => {
  const [oni] = await addCatalogue(db, [
    {
      title: english,
      localizedTitles: "ar: الأكسجين غير مشمول\nja: 缺氧\nru: Кислород не включён\nzh-Hans: 缺氧 2：第 2 部",
      playerCount: 9,
      offers: { steam: { priceMinor: 999 } },
    },
    { title: "Oxygen", playerCount: 5, offers: { steam: { priceMinor: 999 } } },
  ]);
  const get = async (url: string, headers = {}) => (await app.inject({ url, headers })).json();
  const found = async (search: string) =>
    (await get(`/api/games?search=${encodeURIComponent(search)}`)).games.map(({ id }: { id: number }) => id);
  await expect.poll(() => found("缺氧")).toEqual([oni]);
  const searches = ["КИСЛОРОД НЕ ВКЛЮЧЕН", "缺氧2", "缺氧2第2部", "الاكسجين", "الأكـــسجين غير", "кислорот не"];
  for (const search of searches) expect(await found(search), search).toEqual([oni]);
  const shown = (language: string) => ({ title: english, localized_title: language });
  expect(await get(`/api/games/${oni}?language=ja`)).toMatchObject(shown("缺氧"));
  expect((await get("/api/games?search=oxygen&language=ru&fields=title,localized_title")).games).toEqual([
    { id: expect.any(Number), title: "Oxygen" },
    { id: oni, ...shown("Кислород не включён") },
  ]);
  expect((await get("/api/games/suggest?q=Кисл&language=ru")).games[0]).toMatchObject(shown("Кислород не включён"));
  const onHomepage = async () => (await get("/api/games/homepage?language=zh-Hans")).games.map(toTitle);
  await expect.poll(onHomepage).toContain("缺氧 2：第 2 部");
  for (const language of ["en", "pl", "de-AT"]) {
    expect(await get(`/api/games/${oni}?language=${language}`)).not.toHaveProperty("localized_title");
  }
  expect(await get(`/api/games/${oni}`)).not.toHaveProperty("localized_title");
  expect((await app.inject(`/api/games/${oni}?language=a_b`)).statusCode).toBe(400);
  const { headers } = member;
  await app.inject({ method: "POST", url: "/api/wishlist", headers, payload: { gameId: oni } });
  expect((await get("/api/wishlist?language=ja", headers)).items).toMatchObject([shown("缺氧")]);
  expect((await get("/api/wishlist", headers)).items[0]).not.toHaveProperty("localized_title");

  await db.update(games).set({ localizedTitles: "ja: 酸素", localizedKeys: "酸素" }).where(eq(games.id, oni!));
  await expect.poll(() => found("酸素")).toEqual([oni]);
  expect(await found("缺氧")).toEqual([]);
});

const toTitle = (game: { localized_title?: string; title: string }) => game.localized_title ?? game.title;

/** The names of each app by Steam's languages; those without one are English everywhere. */
type Names = Record<number, Record<string, unknown>>;

/** Polls Steam's details with these names, and returns the languages that it read of each app. */
async function pollSteam(names: Names, supported: Record<number, string> = {}, time = now) {
  const read: string[] = [];
  upstream.respondWith((request, response) => {
    const { searchParams } = new URL(request.url!, upstream.origin);
    const [appid, language] = [Number(searchParams.get("appids")), searchParams.get("l")!];
    if (language !== "english") read.push(`${appid} ${language}`);
    const { english: name, ...others } = names[appid]!;
    const data = { type: "game", name: language in others ? others[language] : name };
    const listed = supported[appid] && { supported_languages: supported[appid] };
    response.end(JSON.stringify({ [appid]: { success: true, data: { ...data, ...listed } } }));
  });
  const env = parseEnv({ STEAM_STORE_URL: upstream.origin, STEAM_WEB_API_KEY: "no starter list" });
  const client = createClient({ publicUrl: env.publicUrl, paceMs: 0 });
  const sources = openCatalogueSources(db, { env, clients: { steam: client, steamApi: client, gog: client } });
  const poll = await pollSource(db, sources.find(({ key }) => key === "catalogue-steam")!, {
    connection: { connectionString: database.url },
    clock: () => time,
    signal: new AbortController().signal,
  });
  expect(poll).toMatchObject({ state: "done", problem: null });
  return read;
}

test("Steam's titles are read in the site's languages once, after the details of all games", async () => {
  await addCatalogue(db, [
    { title: "Old", steamAppid: 10, playerCount: 5 },
    { title: "New", steamAppid: 20, playerCount: 9 },
  ]);
  const names = {
    10: {
      english: "The Settlers",
      german: "Die Siedler",
      japanese: "\u202eセトラーズ\u0007 &amp; Co",
      french: "THE SETTLERS®",
    },
    20: { english: english, japanese: "缺氧", arabic: "", polish: 7, spanish: "x".repeat(400) },
  };
  const listed = {
    20: "English<strong>*</strong>, Japanese, Arabic, Polish, Spanish - Spain, Russian<br><strong>*</strong>languages",
  };
  expect(await pollSteam(names, listed)).toEqual([
    ...["arabic", "spanish", "japanese", "polish"].map((language) => `20 ${language}`),
    ...["arabic", "german", "spanish", "french", "japanese", "polish", "brazilian"].map((language) => `10 ${language}`),
  ]);
  expect(await titles()).toEqual(["de: Die Siedler\nja: セトラーズ & Co", `es: ${"x".repeat(300)}\nja: 缺氧`]);
  expect(await pollSteam(names, listed)).toEqual([]);
  await db.execute(sql`
    insert into languages (tag, name, direction, enabled)
    values ('ru', 'Русский', 'ltr', false), ('tlh', 'tlhIngan Hol', 'ltr', true)
  `);
  try {
    const more = { ...names, 20: { ...names[20], russian: "Кислород не включён" } };
    expect(await pollSteam(more, listed)).toEqual(["20 russian", "10 russian"]);
    expect((await titles())[1]).toContain("ru: Кислород не включён");
    const later = new Date(now.getTime() + 200 * 86_400_000);
    expect(await pollSteam(more, listed, later)).toHaveLength(13);
    expect(await pollSteam(more, listed, later)).toEqual([]);
  } finally {
    await db.execute(sql`delete from languages where tag in ('ru', 'tlh')`);
  }
});

test.each([
  ["ja", "japanese"],
  ["pt-BR", "brazilian"],
  ["pt", "portuguese"],
  ["pt-PT", "portuguese"],
  ["es", "spanish"],
  ["es-419", "latam"],
  ["es-MX", "spanish"],
  ["de-AT", "german"],
  ["zh-Hant", "tchinese"],
  ["zh-CN", "schinese"],
  ["ko", "koreana"],
  ["nb", "norwegian"],
  ["tlh", undefined],
  ["constructor", undefined],
])("the language %s is %s at Steam", (tag, name) => expect(steamLanguageOf(tag)?.name).toBe(name));
