import { gzipSync } from "node:zlib";
import { maxUnfinished } from "contract/imports/rules.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { asc, eq } from "../../platform/db/drizzle.ts";
import { startTestApp } from "../../test/app.ts";
import { addCatalogue } from "../../test/catalogue.ts";
import { createTestDatabase, emptyTables } from "../../test/database.ts";
import { importCalls, jsonLines } from "../../test/imports.ts";
import { signInAdmin } from "../../test/users.ts";
import { auditLog } from "../audit/table.ts";
import { games } from "../games/table.ts";

const database = await createTestDatabase();
const { db, pool } = database;
const app = await startTestApp(database);
const editor = await signInAdmin(db, "editor", ["catalogue.read", "catalogue.write", "prices.read", "prices.write"]);
const { call, create, upload, requestStep, bring } = importCalls(app, editor.headers);

beforeEach(() => emptyTables(pool, ["games", "file_imports", "price_feeds"]));

const titles = async () =>
  (await db.select({ title: games.title }).from(games).orderBy(asc(games.id))).map((g) => g.title);

describe("an upload", () => {
  test("arrives in pieces, each where the last one ended", async () => {
    const { id, state, received } = await create("games", "games.jsonl", 10);
    expect({ state, received }).toEqual({ state: "uploading", received: 0 });
    const put = (offset: number, text: string) =>
      call("PUT", `games/${id}/content?offset=${offset}`, Buffer.from(text));
    expect((await put(0, "hello")).body.import).toMatchObject({ received: 5, state: "uploading" });
    expect(await put(3, "lo")).toMatchObject({ status: 409, body: { code: "stale", current: { received: 5 } } });
    expect((await put(5, "world")).body.import).toMatchObject({ received: 10, state: "uploaded" });
    expect(await put(10, "!")).toMatchObject({ status: 409, body: { code: "conflict" } });
  });

  test("does not exceed the announced size", async () => {
    const { id } = await create("games", "games.jsonl", 3);
    const { status, body } = await call("PUT", `games/${id}/content?offset=0`, Buffer.from("four"));
    expect({ status, code: body.code }).toEqual({ status: 413, code: "too_large" });
  });

  test("of the same file is resumed, and a changed file starts a new upload", async () => {
    const file = { name: "games.csv", size: 4, modified: "2026-11-01T10:00:00.000Z" };
    const first = await call("POST", "games", file);
    const again = await call("POST", "games", file);
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.body).toEqual(first.body);
    expect((await call("POST", "games", { ...file, modified: "2026-11-02T10:00:00.000Z" })).status).toBe(201);
  });

  test("is refused for unreadable and oversized files, and for too many", async () => {
    const refused = async (kind: string, file: object) => (await call("POST", kind, file)).body.error;
    expect(await refused("games", { name: "games.xlsx", size: 4 })).toContain("ends in .jsonl");
    expect(await refused("prices", { name: "feed.csv", size: 500 * 1024 * 1024 + 1 })).toContain("larger than 500 MB");
    expect(await refused("prices", { name: "feed.csv", size: 0 })).toContain("empty");
    for (let n = 0; n < maxUnfinished; n += 1) await create("prices", `${n}.csv`, 1);
    expect(await refused("games", { name: "one.csv", size: 1 })).toContain(`You have ${maxUnfinished} imports`);
  });

  test("takes bytes only", async () => {
    const { id } = await create("games", "games.jsonl", 10);
    expect((await call("PUT", `games/${id}/content?offset=0`, { a: 1 })).status).toBe(415);
    expect((await call("GET", `games/${id}`)).body.import.received).toBe(0);
  });

  test("is deleted with its file, unless it has been applied", async () => {
    const { id } = await upload("games", "games.jsonl", jsonLines([{ title: "Sable" }]));
    expect((await call("DELETE", `games/${id}`)).status).toBe(204);
    expect((await call("GET", `games/${id}`)).status).toBe(404);
    const done = await bring("games", "games.jsonl", jsonLines([{ title: "Sable" }]));
    expect((await call("DELETE", `games/${done.id}`)).status).toBe(409);
  });
});

describe("a catalogue file", () => {
  test("is checked without changing anything, then applied with the same summary", async () => {
    await addCatalogue(db, [{ title: "Sable", steamAppid: 757310 }, { title: "Halo" }]);
    const file = jsonLines([
      { title: "Sable", steam_appid: 757310, genre: "Adventure", steam_price: 24.99 },
      { title: "Halo" },
      { title: "Portal 2", metacritic_score: 950, no_field: 1 },
      { title: "Road 96", genre: "=cmd()" },
    ]);
    const { id } = await upload("games", "games.jsonl.gz", gzipSync(file));
    const checked = await requestStep("games", id, "check");
    const summary = { read: 4, added: 1, changed: 1, unchanged: 1, rejected: 1, price_changes: 1 };
    expect(checked).toMatchObject({ state: "checked", summary: { ...summary, unknown_fields: ["no_field"] } });
    expect(await titles()).toEqual(["Sable", "Halo"]);
    const applied = await requestStep("games", id, "apply");
    expect(applied).toMatchObject({ state: "done", undoable: true, summary, uploaded_by: "editor" });
    expect(await titles()).toEqual(["Sable", "Halo", "Road 96"]);
    const entries = await db.select().from(auditLog).where(eq(auditLog.resourceType, "file_import"));
    const mine = entries.filter(({ resourceKey }) => resourceKey === "games.jsonl.gz");
    expect(mine.map(({ action, userId }) => ({ action, userId }))).toEqual(
      ["CREATE", "UPDATE", "UPDATE", "IMPORT"].map((action) => ({ action, userId: editor.id })),
    );
  });

  test("has its rejected rows in a CSV file without formulas", async () => {
    const file = jsonLines([{ title: "Sable" }, { title: "Halo", "=1+1": 1, rating: "@high" }, { nothing: 1 }]);
    const { id } = await upload("games", "games.jsonl", file);
    const { rejected_rows, summary } = await requestStep("games", id, "check");
    expect({ rejected_rows, examples: summary?.examples }).toEqual({
      rejected_rows: true,
      examples: [
        { row: "line 2", field: "rating", reason: '"@high" is not a number from 0 to 10' },
        { row: "line 3", field: "title", reason: "is missing" },
      ],
    });
    const { text, response } = await call("GET", `games/${id}/rejected`);
    expect(response.headers["content-disposition"]).toBe('attachment; filename="games.jsonl.rejected.csv"');
    expect(text).toBe(
      '\ufeffrow,field,reason\r\nline 2,rating,"""@high"" is not a number from 0 to 10"\r\nline 3,title,is missing\r\n',
    );
  });

  test.each([
    ["that is not text", "games.csv", Buffer.from([0xc3, 0x28, 0x00, 0x01]), "games.csv is not UTF-8"],
    ["that is damaged", "games.csv.gz", gzipSync("title\nSable\n").subarray(0, 20), "games.csv.gz cannot be unpacked"],
    ["without a valid row", "games.jsonl", "no json\n", "games.jsonl has no valid row"],
  ])("%s is refused with the reason, and can be checked again", async (_, name, content, problem) => {
    await addCatalogue(db, [{ title: "Sable" }]);
    const { id } = await upload("games", name, content);
    const failed = await requestStep("games", id, "check");
    expect(failed).toMatchObject({ state: "failed", problem: expect.stringContaining(problem) });
    expect((await call("POST", `games/${id}/apply`)).status).toBe(409);
    expect(await titles()).toEqual(["Sable"]);
    expect(await requestStep("games", id, "check")).toMatchObject({ state: "failed" });
  });

  test("with one bad row is refused in strict mode", async () => {
    const { id } = await upload("games", "games.jsonl", jsonLines([{ title: "Sable" }, { rating: 1 }]));
    const { state, problem } = await requestStep("games", id, "check", { strict: true });
    expect({ state, problem }).toEqual({ state: "failed", problem: "1 of 2 rows are invalid; nothing was imported" });
    expect(await requestStep("games", id, "check")).toMatchObject({ state: "checked", problem: null });
  });
});

describe("a price file", () => {
  const feed = "sku,name,cost\nk1,Sable,24.99 USD\nk2,Halo,free?\nk3,Halo Xbox,9.99 USD\nk4,Unheard Of,1.00 USD\n";
  const columns = { id: "sku", title: "name", price: "cost" };

  test("is read with custom column names", async () => {
    const [sable] = await addCatalogue(db, [{ title: "Sable" }, { title: "Halo" }]);
    const { id } = await upload("prices", "feed.txt", feed);
    const unnamed = await requestStep("prices", id, "check", { store: "cdkeys" });
    expect(unnamed.problem).toContain("no row of it has the column id; they have sku, name, cost");
    const checked = await requestStep("prices", id, "check", { store: "cdkeys", columns });
    const summary = { read: 4, added: 1, changed: 0, unchanged: 0, rejected: 1, foreign: 1, unmatched: 1 };
    expect(checked).toMatchObject({ state: "checked", summary });
    expect((await requestStep("prices", id, "apply")).summary).toEqual(checked.summary);
    const { rows } = await pool.query("select game_id, store, country, price_minor from offers");
    expect(rows).toEqual([{ game_id: sable, store: "cdkeys", country: "US", price_minor: 2499 }]);
  });

  test("needs an existing store and country", async () => {
    const { id } = await upload("prices", "feed.csv", feed);
    const { status, body } = await call("POST", `prices/${id}/check`, { store: "nobody", country: "XX" });
    expect({ status, paths: body.details.map((one: { path: string }) => one.path) }).toEqual({
      status: 400,
      paths: ["store", "country"],
    });
  });
});

test("each kind has its own list, the latest first", async () => {
  for (const name of ["a.csv", "b.csv"]) await create("games", name, 1);
  await create("prices", "c.csv", 1);
  const listed = async (kind: string) => (await call("GET", kind)).body;
  expect((await listed("games")).imports.map((one: { name: string }) => one.name)).toEqual(["b.csv", "a.csv"]);
  expect((await listed("prices")).total).toBe(1);
});

test("each kind has its own permissions", async () => {
  const games = importCalls(app, (await signInAdmin(db, "games_only", ["catalogue.read", "catalogue.write"])).headers);
  const { id } = await create("prices", "feed.csv", 1);
  expect((await games.call("GET", "games")).status).toBe(200);
  expect((await games.call("GET", "prices")).status).toBe(403);
  expect((await games.call("PUT", `prices/${id}/content?offset=0`, Buffer.from("x"))).status).toBe(403);
  expect((await games.call("GET", `games/${id}`)).status).toBe(404);
});
