import { writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { asc, eq } from "../../../platform/db/drizzle.ts";
import { parseEnv } from "../../../platform/process/env.ts";
import { addCatalogue } from "../../../test/catalogue.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { createTestFolder } from "../../../test/folder.ts";
import { us } from "../../../test/markets.ts";
import { startUpstream } from "../../../test/servers/upstream-server.ts";
import { games } from "../../games/table.ts";
import { offers } from "../table.ts";
import { pollSource } from "./commands-poll.ts";
import { openPollSources } from "./commands-poll-sources.ts";

const database = await createTestDatabase();
const { db } = database;
const folder = await createTestFolder();
const stores = await startUpstream();
const feedPath = folder.path("feed.csv");

const titles = ["Alpha", "Beta", "Gamma", "Delta"];
await addCatalogue(
  db,
  titles.map((title, index) => ({ title, steamAppid: 10 * (index + 1) })),
  new Date("2026-01-01"),
);

let clock = Date.now();
/** Polls the real source, an hour after the one before, with newly opened sources like in a new process. */
async function poll(key: string) {
  clock += 3_600_000;
  const env = parseEnv({
    STEAM_STORE_URL: stores.origin,
    STEAM_WEB_API_URL: stores.origin,
    GOG_CATALOG_URL: stores.origin,
    CDKEYS_FEED_URL: pathToFileURL(feedPath).href,
  });
  const source = openPollSources(db, env, [us]).find((one) => one.key === key)!;
  return pollSource(db, source, {
    connection: { connectionString: database.url },
    clock: () => new Date(clock),
    signal: new AbortController().signal,
  });
}

async function pricesAt(store: "steam" | "gog" | "cdkeys") {
  const rows = await db
    .select({ price: offers.priceMinor })
    .from(offers)
    .where(eq(offers.store, store))
    .orderBy(asc(offers.gameId));
  return rows.map(({ price }) => price);
}

/** GOG's catalogue of all titles, at these amounts and in these currencies. */
function gogSells(currencies: readonly string[]) {
  const products = currencies.map((currency, index) => ({
    id: String(index + 1),
    slug: titles[index]!.toLowerCase(),
    title: titles[index],
    productType: "game",
    storeLink: `https://www.gog.com/en/game/${index + 1}`,
    price: { finalMoney: { amount: `${index + 1}.99`, currency }, baseMoney: { amount: "9.99", currency } },
  }));
  const body = { pages: 1, productCount: products.length, currentlyShownProductCount: products.length, products };
  stores.respondWith((_, response) => void response.end(JSON.stringify(body)));
}

test("GOG's products are matched by title; an invalid price closes no offer", async () => {
  gogSells(["USD", "USD", "USD", "USD"]);
  expect(await poll("gog")).toMatchObject({ state: "done", complete: true, seen: 4, changed: 4, unmatched: 0 });
  expect(await pricesAt("gog")).toEqual([199, 299, 399, 499]);
  gogSells(["USD", "USD", "USD", "EUR"]);
  for (let round = 0; round < 3; round += 1) {
    expect(await poll("gog")).toMatchObject({ state: "done", complete: true, seen: 4, refused: 1, closed: 0 });
  }
  gogSells(["EUR", "EUR", "EUR", "EUR"]);
  expect(await poll("gog")).toMatchObject({ complete: false, closed: 0 });
  expect(await pricesAt("gog")).toEqual([199, 299, 399, 499]);
});

test("Steam is queried for the games with an appid, but not for the sample", async () => {
  await addCatalogue(db, [{ title: "Sample", steamAppid: 50 }], new Date("2026-01-01"));
  await db.update(games).set({ sample: true }).where(eq(games.title, "Sample"));
  stores.respondWith((request, response) => {
    const ids = new URL(request.url ?? "", stores.origin).searchParams.get("appids")?.split(",") ?? [];
    const priced = {
      success: true,
      data: { price_overview: { currency: "USD", initial: 999, final: 999, discount_percent: 0 } },
    };
    response.end(JSON.stringify(Object.fromEntries(ids.map((id) => [id, priced]))));
  });
  expect(await poll("steam")).toMatchObject({ state: "done", complete: true, seen: 4, changed: 4, closed: 0 });
  expect(stores.calls).toHaveLength(1);
  expect(await pricesAt("steam")).toEqual([999, 999, 999, 999]);
});

test("the numbers of players are stored in the games", async () => {
  stores.respondWith((request, response) => {
    const appid = Number(new URL(request.url ?? "", stores.origin).searchParams.get("appid"));
    response.end(JSON.stringify({ response: { player_count: appid * 100, result: 1 } }));
  });
  expect(await poll("steam-players")).toMatchObject({ store: "steam", state: "done", seen: 4, changed: 4 });
  const rows = await db
    .select({ players: games.playerCount })
    .from(games)
    .where(eq(games.sample, false))
    .orderBy(games.id);
  expect(rows.map(({ players }) => players)).toEqual([1_000, 2_000, 3_000, 4_000]);
  expect((await poll("steam-players"))?.changed).toBe(0);
});

test("an unchanged feed is read again if there are new games", async () => {
  const rows = ["Alpha", "Beta", "Omega"].map(
    (title, index) => `${index},${title},https://keys.test/${index},5.00 USD,in stock`,
  );
  await writeFile(feedPath, ["id,title,link,price,availability", ...rows].join("\n"));
  expect(await poll("cdkeys")).toMatchObject({ state: "done", seen: 3, changed: 2, unmatched: 1, problem: null });
  expect(await poll("cdkeys")).toMatchObject({ state: "done", complete: true, seen: 3, changed: 0, closed: 0 });
  const [omega = 0] = await addCatalogue(db, [{ title: "Omega" }]);
  await db
    .update(games)
    .set({ createdAt: new Date(clock + 1) })
    .where(eq(games.id, omega));
  expect(await poll("cdkeys")).toMatchObject({ state: "done", seen: 3, changed: 1, unmatched: 0 });
  expect(await pricesAt("cdkeys")).toEqual([500, 500, 500]);
});
