import type { CatalogueGame, GameVersion } from "contract/catalogue/game-schema.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { desc, eq } from "../../platform/db/drizzle.ts";
import { startTestApp } from "../../test/app.ts";
import { addCatalogue } from "../../test/catalogue.ts";
import { createTestDatabase, emptyTables } from "../../test/database.ts";
import { signInAdmin, signInUser } from "../../test/users.ts";
import { auditLog } from "../audit/table.ts";
import { games } from "../games/table.ts";
import { addItem } from "../lists/commands-items.ts";
import { channels } from "../notifications/channels/table.ts";
import { setAlert } from "../notifications/rules/commands-rules.ts";
import { notificationDeliveries } from "../notifications/table.ts";
import { recordOffers } from "../prices/offers/commands.ts";
import { recordDetails } from "./commands-details.ts";

const database = await createTestDatabase();
const { db, pool } = database;
const app = await startTestApp(database);
const editor = await signInAdmin(db, "Editor", ["catalogue.read", "catalogue.write"]);
const reader = await signInAdmin(db, "Reader", ["catalogue.read"]);
const visitor = await signInUser(db, "Visitor");
const now = new Date("2026-11-23T12:00:00Z");
const path = "/api/admin/catalogue/games";

beforeEach(async () => {
  await emptyTables(pool, ["games"]);
  await expect.poll(async () => (await app.inject("/api/games?type=any")).json().totalGames).toBe(0);
});

type Method = "GET" | "POST" | "PUT" | "DELETE";

async function call(method: Method, url: string, payload?: object, user = editor) {
  const response = await app.inject({
    method,
    url: `${path}${url}`,
    headers: user.headers,
    ...(payload && { payload }),
  });
  return { status: response.statusCode, body: response.body === "" ? undefined : response.json() };
}

const read = async (id: number): Promise<CatalogueGame> => (await call("GET", `/${id}`)).body.game;
const fieldOf = (game: CatalogueGame, name: string) => game.fields.find((field) => field.name === name)!;
const readValue = async (id: number, name: string) => fieldOf(await read(id), name).value;
const historyOf = async (id: number): Promise<GameVersion[]> => (await call("GET", `/${id}/history`)).body.history;

async function latestEntry() {
  const [entry] = await db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
  return entry!;
}

async function addGame(title = "Sable", more: object = {}): Promise<number> {
  const [id] = await addCatalogue(db, [{ title, ...more }]);
  return id!;
}

async function addFromSteam(more: object = {}): Promise<number> {
  const details = { productId: "757310", steamAppid: 757310, title: "Sable", type: "game" as const, ...more };
  await db.transaction((tx) => recordDetails(tx, "steam", [details], now));
  const [game] = await db.select({ id: games.id }).from(games).where(eq(games.steamAppid, 757310));
  return game!.id;
}

describe("a game", () => {
  test("shows all fields with each source's values", async () => {
    const id = await addFromSteam({ developers: ["Shedworks"] });
    const gog = { productId: "1", title: "SABLE", type: "game" as const, releaseDate: "2021-09-23" };
    await db.transaction((tx) => recordDetails(tx, "gog", [gog], now));
    const game = await read(id);
    expect(game).toMatchObject({ id, title: "Sable", version: 1, hidden: false, parent: null });
    expect(game.sources).toMatchObject([
      { source: "steam", product_id: "757310" },
      { source: "gog", product_id: "1" },
    ]);
    expect(fieldOf(game, "title")).toEqual({
      name: "title",
      value: "Sable",
      overridden: false,
      replaced: null,
      sources: [
        { source: "steam", value: "Sable" },
        { source: "gog", value: "SABLE" },
      ],
    });
    expect(fieldOf(game, "release_date")).toMatchObject({ value: "2021-09-23", sources: [{ source: "gog" }] });
    expect(fieldOf(game, "rating")).toMatchObject({ value: null, sources: [] });
  });

  test("that does not exist is a 404 for every call", async () => {
    const calls: [Method, string, object?][] = [
      ["GET", ""],
      ["PUT", "", { title: "X" }],
      ["POST", "/release", { fields: ["title"] }],
      ["GET", "/history"],
      ["POST", "/restore", { version: 1 }],
      ["POST", "/hide"],
      ["POST", "/unhide"],
      ["DELETE", ""],
    ];
    for (const [method, rest, body] of calls) {
      expect(await call(method, `/2147483646${rest}`, body), `${method} ${rest}`).toMatchObject({ status: 404 });
    }
  });
});

describe("an edit", () => {
  test("sets fields, overrides, and is recorded with old and new values", async () => {
    const id = await addGame("Sable", { genre: "Action" });
    const { status, body } = await call("PUT", `/${id}`, {
      title: "  Sable: Deluxe ",
      genre: "",
      tags: " Indie,,  Desert ",
      rating: 8.26,
      base_version: 1,
      reason: "As its developer writes it",
    });
    expect(status).toBe(200);
    expect(body.game).toMatchObject({ title: "Sable: Deluxe", version: 2 });
    expect(fieldOf(body.game, "genre")).toMatchObject({ value: null, overridden: true, replaced: "Action" });
    expect(fieldOf(body.game, "tags")).toMatchObject({ value: "Indie, Desert", overridden: true, replaced: null });
    expect(fieldOf(body.game, "rating").value).toBe(8.3);
    expect(fieldOf(body.game, "developer").overridden).toBe(false);
    expect(await latestEntry()).toMatchObject({
      action: "UPDATE",
      resourceType: "game",
      resourceId: String(id),
      resourceKey: "Sable: Deluxe",
      userId: editor.id,
      oldValue: { title: "Sable", genre: "Action", tags: null, rating: null, overridden: [] },
      newValue: { title: "Sable: Deluxe", genre: null, overridden: ["title", "genre", "tags", "rating"] },
      details: { change_reason: "As its developer writes it" },
    });
    const [row] = await db.select().from(games);
    expect(row).toMatchObject({ titleFolded: "sable: deluxe", titleKey: "sable deluxe" });
    await expect.poll(async () => (await app.inject(`/api/games/${id}`)).json().title).toBe("Sable: Deluxe");
  });

  test.each([
    ["release", { fields: ["genre"] }],
    ["restore", { version: 1 }],
    ["hide", {}],
    ["unhide", {}],
  ])("is not overwritten by a %s based on an older version", async (what, body) => {
    const id = await addGame();
    await call("PUT", `/${id}`, { genre: "RPG", base_version: 1 });
    const refused = await call("POST", `/${id}/${what}`, { ...body, base_version: 1 });
    expect(refused).toMatchObject({ status: 409, body: { code: "stale", current: { id, version: 2 } } });
    expect(await readValue(id, "genre")).toBe("RPG");
    expect((await call("POST", `/${id}/${what}`, { ...body, base_version: 2 })).status).toBe(200);
  });

  test("of an older version is refused with the current game", async () => {
    const id = await addGame();
    await call("PUT", `/${id}`, { genre: "RPG", base_version: 1 });
    const { status, body } = await call("PUT", `/${id}`, { genre: "Action", base_version: 1 });
    expect({ status, code: body.code }).toEqual({ status: 409, code: "stale" });
    expect(fieldOf(body.current, "genre").value).toBe("RPG");
    expect(await readValue(id, "genre")).toBe("RPG");
  });

  test("that changes nothing is not recorded", async () => {
    const id = await addGame();
    await call("PUT", `/${id}`, { genre: "RPG" });
    const before = await latestEntry();
    expect(await call("PUT", `/${id}`, { genre: "RPG" })).toMatchObject({
      status: 200,
      body: { game: { version: 2 } },
    });
    expect((await latestEntry()).id).toBe(before.id);
  });

  test.each([
    ["title", "   "],
    ["title", "two\nlines"],
    ["title", "x".repeat(301)],
    ["rating", 11],
    ["type", "console"],
    ["release_date", "2021-02-30"],
    ["boxart_url", "http://a.test/box.jpg"],
    ["steam_appid", 0],
    ["metacritic_score", 101],
    ["player_count", 1.5],
    ["explicit", null],
    ["parent_id", 2_147_483_646],
  ])("with a %s of %j is refused and changes nothing", async (field, value) => {
    const id = await addGame();
    const before = await read(id);
    const { status, body } = await call("PUT", `/${id}`, { genre: "RPG", [field]: value });
    expect(status).toBe(400);
    expect(body.details).toMatchObject([{ path: field }]);
    expect(await read(id)).toEqual(before);
  });

  test("can't give a game the appid of another one, or make it an addition to itself", async () => {
    const id = await addGame("Sable", { steamAppid: 7 });
    const other = await addGame("Hades");
    expect(await call("PUT", `/${other}`, { steam_appid: 7 })).toMatchObject({
      status: 409,
      body: { code: "conflict", details: [{ path: "steam_appid" }] },
    });
    expect(await call("PUT", `/${id}`, { parent_id: id })).toMatchObject({ status: 400 });
    expect(await call("PUT", `/${other}`, { parent_id: id })).toMatchObject({
      body: { game: { parent: { id, title: "Sable" } } },
    });
    expect(await call("PUT", `/${id}`, { parent_id: other })).toMatchObject({ status: 400 });
  });

  test("needs the permission to write, and reading the one to read", async () => {
    const id = await addGame();
    expect(await call("GET", `/${id}`, undefined, reader)).toMatchObject({ status: 200 });
    const writes: [Method, string, object?][] = [
      ["PUT", "", { title: "X" }],
      ["POST", "/release", { fields: ["title"] }],
      ["POST", "/restore", { version: 1 }],
      ["POST", "/hide"],
      ["POST", "/unhide"],
      ["DELETE", ""],
    ];
    for (const [method, rest, body] of writes) {
      expect(await call(method, `/${id}${rest}`, body, reader), `${method} ${rest}`).toMatchObject({ status: 403 });
    }
    expect(await call("GET", "", undefined, visitor)).toMatchObject({ status: 403 });
    expect(await read(id)).toMatchObject({ title: "Sable", version: 1 });
  });
});

describe("a release", () => {
  test("gives the fields back to the sources, and only these", async () => {
    const id = await addFromSteam({ developers: ["Shedworks"] });
    await call("PUT", `/${id}`, { title: "Mine", developer: "Me", genre: "RPG" });
    const { body } = await call("POST", `/${id}/release`, { fields: ["title", "genre"], reason: "Fixed at Steam" });
    expect(fieldOf(body.game, "title")).toMatchObject({ value: "Sable", overridden: false, replaced: null });
    expect(fieldOf(body.game, "developer")).toMatchObject({ value: "Me", overridden: true });
    // no source states a genre
    expect(fieldOf(body.game, "genre")).toMatchObject({ value: "RPG", overridden: false });
    expect(await latestEntry()).toMatchObject({
      oldValue: { title: "Mine", overridden: ["title", "genre", "developer"] },
      newValue: { title: "Sable", overridden: ["developer"] },
    });
  });

  test("of fields that are not overridden changes nothing; unknown fields are refused", async () => {
    const id = await addGame();
    expect(await call("POST", `/${id}/release`, { fields: ["title"] })).toMatchObject({
      body: { game: { version: 1 } },
    });
    expect(await call("POST", `/${id}/release`, { fields: ["price"] })).toMatchObject({
      status: 400,
      body: { details: [{ path: "fields.0" }] },
    });
  });
});

describe("the history", () => {
  test("has every change with what it replaced, the latest first, and the state before", async () => {
    const id = await addGame("Sable", { genre: "Action" });
    expect(await historyOf(id)).toEqual([]);
    await call("PUT", `/${id}`, { genre: "RPG", reason: "Wrong" });
    await call("POST", `/${id}/hide`, { reason: "Broken" });
    expect(await historyOf(id)).toMatchObject([
      { version: 3, action: "hide", created_by: "Editor", reason: "Broken", changes: [] },
      {
        version: 2,
        action: "edit",
        reason: "Wrong",
        changes: [{ name: "genre", old_value: "Action", new_value: "RPG" }],
        overridden: ["genre"],
      },
      { version: 1, action: "original", created_by: null, changes: [], overridden: [] },
    ]);
    const page = await call("GET", `/${id}/history?limit=1&page=2`);
    expect(page.body).toMatchObject({ total: 3, history: [{ version: 2 }] });
  });

  test("restores a version with its overrides, as a new version", async () => {
    const id = await addFromSteam({ developers: ["Shedworks"] });
    await call("PUT", `/${id}`, { title: "Mine", genre: "RPG" });
    await call("POST", `/${id}/release`, { fields: ["title"] });
    await call("PUT", `/${id}`, { developer: "Me" });
    const { body } = await call("POST", `/${id}/restore`, { version: 2 });
    expect(body.game).toMatchObject({ title: "Mine", version: 5 });
    expect(fieldOf(body.game, "genre")).toMatchObject({ value: "RPG", overridden: true });
    expect(fieldOf(body.game, "developer")).toMatchObject({ value: "Shedworks", overridden: false });
    expect(await latestEntry()).toMatchObject({ action: "RESTORE", oldValue: { title: "Sable" } });

    await call("POST", `/${id}/restore`, { version: 1 });
    const original = await read(id);
    expect(original.title).toBe("Sable");
    // the original has no genre, and no source states one
    expect(fieldOf(original, "genre")).toMatchObject({ value: null, overridden: false });
    expect(await call("POST", `/${id}/restore`, { version: 99 })).toMatchObject({ status: 404 });
    expect(await call("POST", `/${id}/restore`, {})).toMatchObject({ status: 400 });
  });
});

describe("a deletion", () => {
  test("of a game with dependents is refused until their numbers are confirmed", async () => {
    const id = await addGame("Sable", { offers: { steam: { priceMinor: 999 } } });
    const [addition] = await addCatalogue(db, [{ title: "Sable: Maps", type: "dlc" }]);
    await db.update(games).set({ parentId: id }).where(eq(games.id, addition!));
    await addItem(db, { userId: visitor.id, listId: "wishlist" }, { gameId: id });
    await setAlert(db, { userId: visitor.id, gameId: id, targetMinor: null }, 9);

    const { dependents } = await read(id);
    expect(dependents).toEqual({ offers: 1, history: 1, wishlists: 1, alerts: 1, additions: 1 });
    const refused = await call("DELETE", `/${id}`);
    expect(refused).toMatchObject({ status: 409, body: { code: "conflict" } });
    expect(refused.body.error).toContain("wishlists: 1");
    expect(refused.body.details).toContainEqual({ path: "offers", msg: "1" });
    expect(await call("DELETE", `/${id}?offers=1&history=1&wishlists=2&alerts=1&additions=1`)).toMatchObject({
      status: 409,
    });
    expect(await call("DELETE", `/${id}?offers=1&history=1&wishlists=1&alerts=1&additions=1`)).toMatchObject({
      status: 204,
    });
    expect(await call("GET", `/${id}`)).toMatchObject({ status: 404 });
    expect(await read(addition!)).toMatchObject({ parent: null });
    expect(await latestEntry()).toMatchObject({
      action: "DELETE",
      resourceId: String(id),
      oldValue: { title: "Sable" },
      newValue: null,
      details: { dependents },
    });
  });

  test("of a game without dependents needs no confirmation", async () => {
    const id = await addGame();
    expect(await call("DELETE", `/${id}?offers=x`)).toMatchObject({ status: 400 });
    expect(await call("DELETE", `/${id}`)).toMatchObject({ status: 204 });
  });
});

describe("hiding", () => {
  test("is recorded once, and can be undone", async () => {
    const id = await addGame();
    const hidden = await call("POST", `/${id}/hide`, { reason: "Withdrawn" });
    expect(hidden.body.game).toMatchObject({ hidden: true, version: 2 });
    expect(await latestEntry()).toMatchObject({ oldValue: { hidden: false }, newValue: { hidden: true } });
    expect((await call("POST", `/${id}/hide`)).body.game.version).toBe(2);
    expect((await call("POST", `/${id}/unhide`)).body.game).toMatchObject({ hidden: false, version: 3 });
    expect(await call("POST", `/${id}/hide`, { reason: "x".repeat(501) })).toMatchObject({ status: 400 });
  });

  test("drops fired alerts that have not been mailed yet", async () => {
    const id = await addGame();
    await setAlert(db, { userId: visitor.id, gameId: id, targetMinor: 5 }, 9);
    await db.update(channels).set({ schedule: "weekly" });
    await recordOffers(db, [{ gameId: id, store: "steam", priceMinor: 1 }], { now });
    await call("POST", `/${id}/hide`);
    expect(await db.select().from(notificationDeliveries)).toMatchObject([{ state: "dropped" }]);
  });
});
