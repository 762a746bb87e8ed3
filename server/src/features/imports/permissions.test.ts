import { beforeEach, describe, expect, test } from "vitest";
import { eq } from "../../platform/db/drizzle.ts";
import { startTestApp } from "../../test/app.ts";
import { addCatalogue } from "../../test/catalogue.ts";
import { createTestDatabase, emptyTables } from "../../test/database.ts";
import { importCalls, jsonLines } from "../../test/imports.ts";
import { signInAdmin } from "../../test/users.ts";
import { auditLog } from "../audit/table.ts";
import { users } from "../users/table.ts";

const database = await createTestDatabase();
const { db, pool } = database;
const app = await startTestApp(database);
const gamesEditor = await signInAdmin(db, "games_editor", ["catalogue.read", "catalogue.write"]);
const colleague = await signInAdmin(db, "colleague", ["catalogue.read", "catalogue.write"]);
const bothEditor = await signInAdmin(db, "both_editor", ["catalogue.read", "catalogue.write", "prices.write"]);
const ofGames = importCalls(app, gamesEditor.headers);
const ofColleague = importCalls(app, colleague.headers);
const ofBoth = importCalls(app, bothEditor.headers);

beforeEach(async () => {
  await emptyTables(pool, ["games", "file_imports", "price_feeds"]);
  await addCatalogue(db, [{ title: "Sable", steamAppid: 757310, offers: { steam: { priceMinor: 2_499 } } }]);
});

const link = "https://phish.example/login";
const offers = async () => (await pool.query("select store, country, price_minor, link from offers")).rows;
const unchanged = [{ store: "steam", country: "US", price_minor: 2_499, link: null }];

describe("a catalogue file of a user without prices.write (spec/catalogue 9.1)", () => {
  // with the number of prices that each leaves out
  const rows: [string, object, number][] = [
    ["a price of Steam", { steam_price: 0.01 }, 1],
    ["a link to Steam", { steam_link: link }, 1],
    ["a price and a link of GOG", { gog_price: 0.01, gog_link: link }, 1],
    ["a price and the stock of a key shop", { cdkeys_price: 0.01, cdkeys_stock: true }, 1],
    ["the stock of a key shop", { cdkeys_stock: false }, 1],
    ["a price of the other store", { null_price: 0.01, null_link: link }, 1],
    ["a removed price", { steam_price: null }, 1],
    ["a removed link", { steam_link: null }, 1],
    ["a price of any store and country", { prices: [price("epic", "GB")] }, 1],
    ["a link of any store", { prices: [{ ...price("epic", "US"), price: undefined, link }] }, 1],
    ["many prices", { steam_price: 0.01, prices: [price("epic", "US"), price("gog", "GB")] }, 3],
    ["no price", {}, 0],
  ];
  test("leaves offers as they are, counted, and imports the games", async () => {
    const games = rows.map(([title], n) => ({ title, steamAppid: n + 1 }));
    await addCatalogue(
      db,
      games.map((game) => ({ ...game, offers: { steam: { priceMinor: 2_499 } } })),
    );
    const found = async () => {
      const { rows } = await pool.query(`
        select title, store, country, price_minor, link from offers join games on games.id = game_id
        order by title collate "C", store, country`);
      return rows;
    };
    const expected = [...games.map(({ title }) => title), "Sable"].sort().map((title) => ({ title, ...unchanged[0] }));
    const file = jsonLines(rows.map(([title, row], n) => ({ title, steam_appid: n + 1, genre: "Adventure", ...row })));
    const { id } = await ofGames.upload("games", "games.jsonl", file);
    const checked = await ofGames.requestStep("games", id, "check");
    const leftOut = rows.reduce((sum, [, , count]) => sum + count, 0);
    const summary = { changed: rows.length, price_changes: 0, prices_left_out: leftOut };
    expect(checked).toMatchObject({ state: "checked", summary });
    expect(await ofGames.requestStep("games", id, "apply")).toMatchObject({ state: "done", summary });
    expect(await found()).toEqual(expected);
    const imported = await pool.query("select title from games where genre = 'Adventure' order by id");
    expect(imported.rows.map(({ title }) => title)).toEqual(rows.map(([title]) => title));
    expect(await ofGames.requestStep("games", id, "undo")).toMatchObject({ state: "undone" });
    expect(await found()).toEqual(expected);
  });

  test("that was checked by someone with it is not applied, until it is checked again without prices", async () => {
    const file = jsonLines([{ title: "Sable", steam_appid: 757310, genre: "Adventure", steam_price: 0.01 }]);
    const { id } = await ofBoth.upload("games", "games.jsonl", file);
    const withPrices = await ofBoth.requestStep("games", id, "check");
    expect(withPrices.summary).toMatchObject({ price_changes: 1, prices_left_out: 0 });
    const refused = await ofGames.call("POST", `games/${id}/apply`);
    expect([refused.status, refused.body.error]).toEqual([403, expect.stringContaining("prices.write")]);
    await ofGames.requestStep("games", id, "check");
    await ofGames.requestStep("games", id, "apply");
    expect(await offers()).toEqual(unchanged);
  });

  test("that was imported by someone with it is undone by them only", async () => {
    const file = jsonLines([{ title: "Sable", steam_appid: 757310, steam_price: 0.01 }]);
    const { id } = await ofBoth.bring("games", "games.jsonl", file);
    expect(await offers()).toMatchObject([{ price_minor: 1 }]);
    expect((await ofGames.call("POST", `games/${id}/undo`)).status).toBe(403);
    await ofBoth.requestStep("games", id, "undo");
    expect(await offers()).toMatchObject([{ price_minor: 2_499 }]);
  });

  test("cannot bring them in by an option of its own", async () => {
    const file = jsonLines([{ title: "Sable", steam_appid: 757310, steam_price: 0.01 }]);
    const { id } = await ofGames.upload("games", "games.jsonl", file);
    await ofGames.requestStep("games", id, "check", { prices: true });
    await ofGames.requestStep("games", id, "apply");
    expect(await offers()).toEqual(unchanged);
  });
});

function price(store: string, country: string) {
  return { store, country, currency: country === "GB" ? "GBP" : "USD", price: 0.01, link };
}

describe("an upload belongs to the user who announced it", () => {
  const put = (calls: typeof ofGames, id: number, offset: number, text: string) =>
    calls.call("PUT", `games/${id}/content?offset=${offset}`, Buffer.from(text));
  const received = async (id: number) => (await ofGames.call("GET", `games/${id}`)).body.import.received;

  test.each<[string, string | null]>([
    ["begun", null],
    ["continued", "hello"],
  ])("nobody else sends bytes of one to be %s", async (_, sent) => {
    const { id } = await ofGames.create("games", "games.jsonl", 10);
    if (sent) await put(ofGames, id, 0, sent);
    for (const calls of [ofColleague, ofBoth]) {
      for (const offset of [0, 5]) {
        expect(await put(calls, id, offset, "evil!")).toMatchObject({ status: 403, body: { code: "forbidden" } });
      }
    }
    expect(await received(id)).toBe(sent?.length ?? 0);
    expect((await put(ofGames, id, sent?.length ?? 0, "world")).status).toBe(200);
  });

  test("the same file announced by somebody else is another upload", async () => {
    const file = { name: "games.csv", size: 4, modified: "2026-11-01T10:00:00.000Z" };
    const first = await ofGames.call("POST", "games", file);
    const other = await ofColleague.call("POST", "games", file);
    expect([first.status, other.status]).toEqual([201, 201]);
    expect(other.body.import.id).not.toBe(first.body.import.id);
  });

  test("the audit log names who completed it", async () => {
    const { id } = await ofGames.create("games", "games.jsonl", 10);
    await put(ofGames, id, 0, "hello");
    const entries = () =>
      db.select().from(auditLog).where(eq(auditLog.resourceType, "file_import")).orderBy(auditLog.id);
    const ofUpload = async () => (await entries()).filter(({ resourceId }) => resourceId === String(id)).slice(-2);
    const before = (await entries()).length;
    await put(ofGames, id, 5, "world");
    expect((await entries()).length).toBe(before + 1);
    expect((await ofUpload()).at(-1)).toMatchObject({ userId: gamesEditor.id, description: "Uploaded games.jsonl" });
  });

  test("of a deleted account nobody completes it", async () => {
    const gone = await signInAdmin(db, "gone", ["catalogue.read", "catalogue.write"]);
    const { id } = await importCalls(app, gone.headers).create("games", "games.jsonl", 5);
    await db.delete(users).where(eq(users.id, gone.id));
    expect((await put(ofGames, id, 0, "hello")).status).toBe(403);
    expect((await ofGames.call("DELETE", `games/${id}`)).status).toBe(204);
  });
});
