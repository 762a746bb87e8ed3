import { readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { pino } from "pino";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { eq } from "../../platform/db/drizzle.ts";
import { startTestApp } from "../../test/app.ts";
import { addCatalogue } from "../../test/catalogue.ts";
import { createTestDatabase } from "../../test/database.ts";
import { startUpstream } from "../../test/servers/upstream-server.ts";
import { sharedData } from "../../test/shared-data.ts";
import { signInUser } from "../../test/users.ts";
import { listItems } from "../lists/table.ts";
import { createClient } from "../prices/sources/client.ts";
import { users } from "../users/table.ts";
import { importDaily } from "./commands-steam.ts";
import { readOwnedGames, readWishlist } from "./import/steam.ts";
import { libraryGames, steamImports } from "./table.ts";

const folder = sharedData("upstream/steam-user");
const steam = await startUpstream();
const database = await createTestDatabase();
const { db } = database;
const [halfLife = 0, fortress = 0, stardew = 0, baldur = 0, elden = 0] = await addCatalogue(db, [
  { title: "Half-Life 2", steamAppid: 220 },
  { title: "Team Fortress 2", steamAppid: 440 },
  { title: "Stardew Valley", steamAppid: 413150 },
  { title: "Baldur's Gate 3", steamAppid: 1086940 },
  { title: "ELDEN RING", steamAppid: 1245620 },
]);
let logged = "";
const log = pino(
  { level: "trace" },
  {
    write(line: string) {
      logged += line;
    },
  },
);
const env = { STEAM_WEB_API_URL: steam.origin, STEAM_WEB_API_KEY: "the-web-api-key" };
const app = await startTestApp(database, { env, log });
const steamId = "76561198000000001";
const ada = await signInUser(db, "Ada");
const bob = await signInUser(db, "Bob");
afterAll(() => expect(logged).not.toContain("the-web-api-key"));

const owned = {
  response: { game_count: 2, games: [{ appid: 220, name: "Half-Life 2" }, { appid: 440 }] },
};
const wished = {
  response: {
    items: [
      { appid: 413150, priority: 3, date_added: 1651363200 },
      { appid: 1086940, priority: 0, date_added: 1760054400 },
      { appid: 1245620, priority: 1, date_added: 1689811200 },
      { appid: 7, priority: 2, date_added: 1689811200 },
    ],
  },
};

function respond(games: unknown, wishlist: unknown): void {
  const send = (response: ServerResponse, body: unknown) => response.end(JSON.stringify(body));
  steam.respondWith((request, response) =>
    send(response, request.url!.startsWith("/IPlayerService/GetOwnedGames/v1/?") ? games : wishlist),
  );
}

beforeEach(async () => {
  for (const table of [libraryGames, listItems, steamImports]) await db.delete(table);
  await db.update(users).set({ steamId }).where(eq(users.id, ada.id));
  respond(owned, wished);
});

async function call(method: "GET" | "POST" | "PUT", url: string, payload?: object, user = ada) {
  const response = await app.inject({ method, url: `/api/library${url}`, headers: user.headers, payload });
  return { status: response.statusCode, body: response.json() };
}

const preview = () => call("POST", "/import/preview", { source: "steam" });

describe("an import from Steam (spec/library 4.1)", () => {
  test("is previewed first, then adds owned games to the library and wishlisted games in Steam's order", async () => {
    const { status, body } = await preview();
    expect(status).toBe(200);
    expect(steam.calls.map(({ url }) => url.split("?")[0])).toEqual([
      "/IPlayerService/GetOwnedGames/v1/",
      "/IWishlistService/GetWishlist/v1/",
    ]);
    expect(new URLSearchParams(steam.calls[0]!.url.split("?")[1]).get("steamid")).toBe(steamId);
    expect(body).toMatchObject({ format: "steam", unsure: [], problems: [] });
    expect(body.missing).toEqual([
      { name: "https://store.steampowered.com/app/7/", as: "wished", added_at: "2023-07-20T00:00:00.000Z" },
    ]);
    expect(await db.$count(libraryGames)).toBe(0);

    const items = body.found.map(({ game, as, added_at }: { game: { id: number }; as: string; added_at: string }) => ({
      gameId: game.id,
      as,
      added_at,
    }));
    const summary = { owned: 2, wished: 3, ignored: 0, unchanged: 0, refused: 0 };
    expect((await call("POST", "/import", { source: "steam", items })).body).toEqual({ summary, on_wishlist: [] });
    const states = await db.select().from(libraryGames).orderBy(libraryGames.gameId);
    expect(states).toMatchObject([
      { gameId: halfLife, state: "owned", source: "steam" },
      { gameId: fortress, state: "owned", source: "steam" },
    ]);
    const wishes = await db.select().from(listItems).orderBy(listItems.position);
    expect(wishes.map(({ gameId, position }) => [gameId, position])).toEqual([
      [elden, 1],
      [stardew, 2],
      [baldur, 3],
    ]);
    expect(wishes[0]!.addedAt).toEqual(new Date("2023-07-20T00:00:00Z"));

    const again = await call("POST", "/import", { source: "steam", items });
    expect(again.body.summary).toEqual({ owned: 0, wished: 0, ignored: 0, unchanged: 5, refused: 0 });
    expect(await db.select().from(libraryGames).orderBy(libraryGames.gameId)).toEqual(states);
    expect(await db.select().from(listItems).orderBy(listItems.position)).toEqual(wishes);
    expect((await preview()).body.found[0].game.known_as).toEqual(["owned"]);
  });

  test("reports a private account", async () => {
    respond({ response: {} }, { response: {} });
    expect((await preview()).body).toMatchObject({ found: [], problems: ["private", "no_wishlist"] });
    expect((await call("GET", "/import")).body.steam).toMatchObject({ problem: "private" });
  });

  test("needs a linked account", async () => {
    expect(await call("POST", "/import/preview", { source: "steam" }, bob)).toMatchObject({ status: 409 });
    expect(await call("PUT", "/import", { daily: true }, bob)).toMatchObject({ status: 409 });
    expect((await call("GET", "/import", undefined, bob)).body.steam).toMatchObject({ available: true, linked: false });
  });

  test("reports that Steam is unreachable, without its address", async () => {
    steam.respondWith((_, response) => void response.writeHead(403).end());
    const { status, body } = await preview();
    expect([status, body.error]).toEqual([503, "Steam isn't responding. Try again in a few minutes."]);
    expect((await call("GET", "/import")).body.steam.problem).toBe("unreachable");
  });
});

describe("a daily import", () => {
  const client = createClient({ publicUrl: "http://localhost", paceMs: 0 });
  const run = (now: string) =>
    importDaily(db, {
      steam: { url: steam.origin, key: "the-web-api-key", client },
      maxWishes: () => 1_000,
      signal: AbortSignal.timeout(60_000),
      clock: () => new Date(now),
      onError() {},
    });

  test("runs once a day for users who enabled it, and keeps manual entries", async () => {
    expect((await call("PUT", "/import", { daily: true })).body.steam).toMatchObject({ daily: true, checked_at: null });
    await call("PUT", `/${halfLife}`, { state: "ignored" });
    expect(await run("2026-03-01T12:00:00Z")).toBe(1);
    expect(await run("2026-03-02T10:00:00Z")).toBe(0);
    expect((await call("GET", "/import")).body).toMatchObject({
      steam: { last: { owned: 1, wished: 3, unchanged: 1 }, checked_at: "2026-03-01T12:00:00.000Z", problem: null },
      counts: { owned: 1, ignored: 1 },
    });
    expect(await run("2026-03-02T12:00:00Z")).toBe(1);
    expect((await call("GET", "/import")).body.steam.last).toMatchObject({ owned: 0, wished: 0 });
    await call("PUT", "/import", { daily: false });
    expect(await run("2026-03-09T12:00:00Z")).toBe(0);
  });

  test("skips accounts that are no longer linked, and waits while Steam is unreachable", async () => {
    await call("PUT", "/import", { daily: true });
    steam.respondWith((_, response) => void response.writeHead(403).end());
    expect(await run("2026-03-01T12:00:00Z")).toBe(0);
    expect((await call("GET", "/import")).body.steam.problem).toBe("unreachable");
    await db.update(users).set({ steamId: null }).where(eq(users.id, ada.id));
    expect(await run("2026-03-03T12:00:00Z")).toBe(0);
  });
});

describe.skipIf(!folder)("real responses", () => {
  const body = (name: string) => JSON.parse(readFileSync(`${folder}/${name}`, "utf8"));

  test.each([
    ["GetOwnedGames-no-appinfo-2024.json", 69, []],
    ["GetOwnedGames-appinfo.json", 3, []],
    ["GetOwnedGames-private-or-empty.json", 0, ["private"]],
  ])("%s: %i games", (name, games, problems) => {
    const read = readOwnedGames(body(name));
    expect([read.entries.length, read.problems]).toEqual([games, problems]);
  });

  test.each([
    ["GetWishlist-three-items.json", [1245620, 413150, 1086940]],
    ["GetWishlist-private-or-empty.json", []],
  ])("%s: %j", (name, appids) => {
    expect(readWishlist(body(name)).entries.map(({ steamAppid }) => steamAppid)).toEqual(appids);
  });

  test("unranked wishes are ordered by their dates", () => {
    const { entries } = readWishlist(body("GetWishlist-rebuilt-from-real-81-items.json"));
    const times = entries.map(({ addedAt }) => addedAt!.getTime());
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    expect(times).toHaveLength(81);
  });

  test("unexpected responses are rejected", () => {
    expect(() => readOwnedGames(body("GetWishlistItemCount.json").response)).toThrow("instead of owned games");
  });
});
