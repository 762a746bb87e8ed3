import { beforeEach, expect, test } from "vitest";
import { eq, sql } from "../../platform/db/drizzle.ts";
import { startTestApp } from "../../test/app.ts";
import { addCatalogue } from "../../test/catalogue.ts";
import { createTestDatabase, emptyTables } from "../../test/database.ts";
import { importCalls, jsonLines } from "../../test/imports.ts";
import { signInAdmin } from "../../test/users.ts";
import { auditLog } from "../audit/table.ts";
import { games } from "../games/table.ts";
import { addItem } from "../lists/commands-items.ts";
import { notificationRules } from "../notifications/table.ts";
import { recordOffers } from "../prices/offers/commands.ts";
import { importChanges } from "./table.ts";

const database = await createTestDatabase();
const { db, pool } = database;
const app = await startTestApp(database);
const editor = await signInAdmin(db, "editor", ["catalogue.read", "catalogue.write", "prices.read", "prices.write"]);
const { call, requestStep, upload, bring } = importCalls(app, editor.headers);

beforeEach(() => emptyTables(pool, ["games", "file_imports", "price_feeds"]));

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);

/** Everything that visitors see, except times of writing. */
async function catalogue() {
  const parts = {
    games: sql`select to_jsonb(games) - 'updated_at' as row from games`,
    offers: sql`select to_jsonb(offers) as row from offers`,
    history: sql`select to_jsonb(price_history) as row from price_history`,
    prices: sql`select to_jsonb(game_prices) - 'changed_at' as row from game_prices`,
  };
  const read = Object.entries(parts).map(async ([name, rows]) => {
    const found = await db.execute<{ row: unknown }>(sql`select row from (${rows}) part order by row::text`);
    return [name, found.rows.map(({ row }) => row)] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}

const addGames = () =>
  addCatalogue(
    db,
    [
      { title: "Sable", steamAppid: 757310, genre: "Adventure", offers: { steam: { priceMinor: 2499 } } },
      {
        title: "Halo",
        genre: "Shooter",
        tags: "Space",
        offers: { gog: { priceMinor: 1999 }, cdkeys: { priceMinor: 900 } },
      },
      { title: "Portal 2" },
    ],
    hoursAgo(48),
  );

const file = jsonLines([
  { title: "Sable", steam_appid: 757310, genre: "Exploration", developer: "Shedworks", steam_price: 9.99 },
  { title: "Halo", steam_appid: 976730, tags: "Space, Classic", gog_price: 29.99, steam_price: 39.99 },
  { title: "Portal 2", steam_price: 0.99 },
  { title: "Road 96", genre: "Adventure", steam_price: 5 },
]);

test("an undo restores everything that the import changed", async () => {
  await addGames();
  const before = await catalogue();
  const { id } = await bring("games", "games.jsonl", file);
  expect(await catalogue()).not.toEqual(before);
  const undone = await requestStep("games", id, "undo");
  expect(undone).toMatchObject({
    state: "undone",
    undoable: false,
    undo: { games_removed: 1, games_restored: 2, prices_restored: 5, left_count: 0, left: [] },
  });
  expect(await catalogue()).toEqual(before);
  expect(await db.$count(importChanges)).toBe(0);
  const [entry] = await db.select().from(auditLog).where(eq(auditLog.action, "RESTORE"));
  expect(entry).toMatchObject({ userId: editor.id, resourceType: "file_import", resourceId: String(id) });
  expect((await call("POST", `games/${id}/undo`)).status).toBe(409);
});

test("an undo keeps and reports later changes", async () => {
  const [sable = 0, halo = 0] = await addGames();
  const { id } = await bring("games", "games.jsonl", file);
  // an editor changes one game, a store changes the price of another, and a user wishlists the new one
  await app.inject({
    method: "PUT",
    url: `/api/admin/catalogue/games/${sable}`,
    headers: editor.headers,
    payload: { genre: "Walking" },
  });
  await db.update(games).set({ developer: "Another source" }).where(eq(games.id, sable));
  await recordOffers(db, [{ gameId: halo, store: "gog", priceMinor: 1499 }], { now: new Date() });
  const [road] = await db.select().from(games).where(eq(games.title, "Road 96"));
  await addItem(db, { userId: editor.id, listId: "wishlist" }, { gameId: road!.id });
  const { undo } = await requestStep("games", id, "undo");
  expect(undo).toMatchObject({ games_removed: 0, games_restored: 2, prices_restored: 4, left_count: 3 });
  expect(undo?.left).toEqual([
    { game_id: sable, title: "Sable", what: "fields: developer" },
    { game_id: halo, title: "Halo", what: "the price at gog in US" },
    { game_id: road!.id, title: "Road 96", what: "the game: it is in use or has changed" },
  ]);
  const [edited] = await db.select().from(games).where(eq(games.id, sable));
  // the editor's value stays, and the overridden one is restored
  expect(edited).toMatchObject({ genre: "Walking", overrides: { genre: "Adventure" }, developer: "Another source" });
  const { rows } = await pool.query("select price_minor from offers where game_id = $1 and store = 'gog'", [halo]);
  expect(rows).toEqual([{ price_minor: 1499 }]);
  const { rows: left } = await pool.query(
    "select steam_minor, best_minor, low_minor from game_prices where game_id = $1",
    [halo],
  );
  expect(left).toEqual([{ steam_minor: null, best_minor: 900, low_minor: 900 }]);
});

test("prices in lists are recomputed where they have changed since", async () => {
  const [, halo = 0] = await addGames();
  const { id } = await bring("games", "games.jsonl", jsonLines([{ title: "Halo", steam_price: 1 }]));
  await recordOffers(db, [{ gameId: halo, store: "gog", priceMinor: 1499 }], { now: new Date() });
  await requestStep("games", id, "undo");
  const { rows } = await pool.query("select best_minor, low_minor, low_store from game_prices where game_id = $1", [
    halo,
  ]);
  expect(rows).toEqual([{ best_minor: 900, low_minor: 900, low_store: "cdkeys" }]);
});

test("prices of a feed are undone too, without firing alerts", async () => {
  const [, halo = 0] = await addGames();
  const about = { userId: editor.id, gameId: halo, country: "US", subject: "game", scope: "mine" } as const;
  await db.insert(notificationRules).values({ ...about, kind: "target", value: 1000 });
  const before = await catalogue();
  const feed = "id,title,price,steam_appid\nk1,Sable,4.99 USD,757310\nk2,Halo,49.99 USD,\n";
  const { id, summary } = await bring("prices", "feed.csv", feed, { store: "cdkeys" });
  expect(summary).toMatchObject({ added: 1, changed: 1 });
  const { undo } = await requestStep("prices", id, "undo");
  expect(undo).toMatchObject({ games_removed: 0, games_restored: 0, prices_restored: 2, left_count: 0 });
  expect(await catalogue()).toEqual(before);
  const [alert] = await db.select().from(notificationRules);
  expect(alert?.lastFiredAt).toBe(null);
});

const readingStep = async (id: number | undefined, step: "undo" | "apply") => {
  const url = `/api/admin/catalogue/readings/${id}/${step}`;
  expect((await app.inject({ method: "POST", url, headers: editor.headers })).statusCode).toBe(200);
};

test("an import whose reading was undone is listed as undone, with when and by whom, and can be deleted", async () => {
  await addGames();
  const { id, reading } = await bring("prices", "feed.csv", "id,title,price\nk2,Halo,49.99 USD\n", { store: "cdkeys" });
  expect(reading).toEqual({ id: expect.any(Number), state: "applied" });
  await readingStep(reading?.id, "undo");
  const [listed] = (await call("GET", "prices")).body.imports;
  expect(listed).toMatchObject({
    state: "undone",
    undoable: false,
    undone_by: "editor",
    reading: { id: reading?.id, state: "undone" },
  });
  expect(Date.now() - Date.parse(listed.undone_at)).toBeLessThan(60_000);
  expect((await call("POST", `prices/${id}/undo`)).status).toBe(409);
  expect((await call("DELETE", `prices/${id}`)).status).toBe(204);
  const games = await bring("games", "games.jsonl", file);
  await readingStep(games.reading?.id, "undo");
  const [catalogue] = (await call("GET", "games")).body.imports;
  expect(catalogue).toMatchObject({ state: "done", undoable: true, undone_by: "editor", reading: { state: "undone" } });
  const undone = await requestStep("games", games.id, "undo");
  expect(undone).toMatchObject({
    state: "undone",
    undone_by: "editor",
    undo: { prices_restored: 0, games_removed: 1 },
  });
});

test("an import whose prices are held is listed as such, and follows its reading", async () => {
  const titles = Array.from({ length: 20 }, (_, n) => `Game ${String.fromCharCode(65 + n)}`);
  await addCatalogue(
    db,
    titles.map((title) => ({ title })),
  );
  const feed = (price: number) =>
    `id,title,price\n${titles.map((title, n) => `k${n},${title},${(price * (n + 10)) / 1000} USD\n`).join("")}`;
  const { id } = await upload("prices", "low.csv", feed(10));
  await requestStep("prices", id, "check", { store: "cdkeys" });
  await bring("prices", "high.csv", feed(1_000), { store: "cdkeys" });
  const held = await requestStep("prices", id, "apply");
  expect(held).toMatchObject({ state: "failed", reading: { state: "held" }, undone_at: null });
  await readingStep(held.reading?.id, "apply");
  const applied = (await call("GET", `prices/${id}`)).body.import;
  expect(applied).toMatchObject({ state: "done", problem: null, undoable: true, reading: { state: "applied" } });
  expect(await requestStep("prices", id, "undo")).toMatchObject({ state: "undone", undo: { prices_restored: 20 } });
});

test("only the latest import of a kind can be undone", async () => {
  await addGames();
  const first = await bring("games", "first.jsonl", jsonLines([{ title: "Sable", steam_appid: 757310, genre: "A" }]));
  const prices = await bring("prices", "feed.csv", "id,title,price\nk2,Halo,49.99 USD\n", { store: "cdkeys" });
  const second = await bring("games", "second.jsonl", jsonLines([{ title: "Sable", steam_appid: 757310, genre: "B" }]));
  expect((await call("POST", `games/${first.id}/undo`)).body.error).toContain("Only the latest import");
  expect((await requestStep("games", second.id, "undo")).undo).toMatchObject({ games_restored: 1 });
  expect((await requestStep("prices", prices.id, "undo")).undo).toMatchObject({ prices_restored: 1 });
  const [sable] = await db.select().from(games).where(eq(games.steamAppid, 757310));
  expect(sable?.genre).toBe("A");
});

test("an import that replaced the sample cannot be undone", async () => {
  await addGames();
  await db.update(games).set({ sample: true });
  const { id, undoable, summary } = await bring("games", "games.jsonl", file);
  expect({ undoable, removed: summary?.sample_removed }).toEqual({ undoable: false, removed: 0 });
  expect((await call("POST", `games/${id}/undo`)).status).toBe(409);
});
