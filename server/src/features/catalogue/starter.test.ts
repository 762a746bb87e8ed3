import { readSettings } from "contract/site-config/rules.ts";
import { pino } from "pino";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { eq, sql } from "../../platform/db/drizzle.ts";
import { startWorkers } from "../../platform/jobs/work.ts";
import { parseEnv } from "../../platform/process/env.ts";
import { createTestDatabase, emptyTables } from "../../test/database.ts";
import { us } from "../../test/markets.ts";
import { secretKey } from "../../test/secret-key.ts";
import { startUpstream } from "../../test/servers/upstream-server.ts";
import { findFilling } from "../dashboard/queries.ts";
import { games } from "../games/table.ts";
import { openPollSources } from "../prices/polls/commands-poll-sources.ts";
import { priceJobs } from "../prices/polls/jobs.ts";
import { createClient } from "../prices/sources/client.ts";
import { openCatalogueSources } from "./commands-poll-catalogue.ts";
import { readStarterGames } from "./sources/starter-games.ts";
import { steamApps } from "./table.ts";

const database = await createTestDatabase();
const { db, pool } = database;
const stores = await startUpstream();
const connection = { connectionString: database.url };
const settings = readSettings(new Map());
const env = parseEnv({
  STEAM_STORE_URL: stores.origin,
  STEAM_WEB_API_URL: stores.origin,
  GOG_CATALOG_URL: stores.origin,
  EPIC_FREE_GAMES_URL: `${stores.origin}/epic`,
});
const client = createClient({ publicUrl: env.publicUrl, paceMs: 1 });
const upstreams = { steam: client, steamApi: client, gog: client, epic: client, feeds: client };

const starters = await readStarterGames();
const price = { currency: "USD", initial: 1_999, final: 999, discount_percent: 50 };
/** The appids whose details were asked for, in order. */
const described: number[] = [];
const priced: number[] = [];

stores.respondWith((request, response) => {
  const url = new URL(request.url!, stores.origin);
  const end = (body: unknown) => void response.end(JSON.stringify(body));
  const appids = url.searchParams.get("appids")?.split(",").map(Number) ?? [];
  if (url.pathname === "/v1/catalog") {
    return end({ pages: 1, productCount: 0, currentlyShownProductCount: 0, products: [] });
  }
  if (url.searchParams.get("filters") === "price_overview") {
    priced.push(...appids);
    return end(Object.fromEntries(appids.map((appid) => [appid, { success: true, data: { price_overview: price } }])));
  }
  if (url.pathname === "/api/appdetails") {
    described.push(...appids);
    const title = starters.find(({ appid }) => appid === appids[0])!.title;
    return end({ [appids[0]!]: { success: true, data: { type: "game", name: title, is_free: false } } });
  }
  if (url.pathname.includes("GetNumberOfCurrentPlayers")) return end({ response: { player_count: 5, result: 1 } });
  response.writeHead(404).end();
});

beforeEach(async () => {
  await emptyTables(pool, ["games", "steam_apps", "price_polls"]);
  described.length = 0;
  priced.length = 0;
});

async function startPolling(choice: "starter" | "gog"): Promise<void> {
  const sources = [
    ...openCatalogueSources(db, { env, clients: upstreams }, choice),
    ...openPollSources(db, env, [us], [], upstreams as never),
  ];
  const stopping = new AbortController();
  const jobs = priceJobs({
    db,
    connection,
    sources: () => sources,
    settings: () => settings,
    listOperators: async () => [],
    secretKey,
    log: pino({ level: "silent" }),
    signal: stopping.signal,
  });
  const polls = jobs.find(({ queue }) => queue === "price-polls")!;
  const workers = await startWorkers({ pool, log: pino({ level: "silent" }) }, [polls]);
  onTestFinished(async () => {
    stopping.abort();
    await workers.stop();
  });
  const waking = setInterval(workers.wake, 50);
  onTestFinished(() => clearInterval(waking));
  await polls.run({}, "first");
}

const countPrices = async () => {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from offers where store = 'steam' and price_minor = 999
  `);
  return rows[0]!.count;
};

test("the starter list names games of Steam once each, the most reviewed first", () => {
  expect(starters.length).toBeGreaterThan(4_900);
  expect(new Set(starters.map(({ appid }) => appid)).size).toBe(starters.length);
  expect(starters[0]).toEqual({ appid: 730, title: "Counter-Strike: Global Offensive" });
  expect(starters.every(({ appid, title }) => appid > 0 && title.trim() === title && title !== "")).toBe(true);
});

test("without a key a fresh site has the games of the starter list, and their prices before their details (soak)", {
  timeout: 120_000,
}, async () => {
  await startPolling("starter");
  await expect.poll(countPrices, { timeout: 60_000 }).toBeGreaterThan(0);
  expect(priced.slice(0, 100)).toEqual(starters.slice(0, 100).map(({ appid }) => appid));
  await expect.poll(countPrices, { timeout: 100_000 }).toBe(starters.length);
  expect(await db.$count(games)).toBe(starters.length);
  const filling = (await findFilling(db, new Date()))!;
  expect(filling).toMatchObject({ games: starters.length, priced: starters.length });
  expect(filling.described).toBeGreaterThan(0);
  expect(filling.described).toBeLessThan(starters.length);
  expect(filling.secondsLeft).toBeGreaterThan(0);
});

test("details are read in the order of the list, until numbers of players say what is played most", async () => {
  const [source] = openCatalogueSources(db, { env, clients: upstreams });
  const read = source!.read({
    signal: new AbortController().signal,
    after: null,
    known: null,
    clock: () => new Date(),
  });
  const until = described.length + 25;
  for await (const page of read) {
    await db.transaction((tx) => page.apply(tx, new Date()));
    if (described.length === 5) {
      await db.update(games).set({ playerCount: 9 }).where(eq(games.steamAppid, starters[200]!.appid));
    }
    if (described.length >= until) break;
  }
  expect(described.slice(0, 10)).toEqual(starters.slice(0, 10).map(({ appid }) => appid));
  expect(described.indexOf(starters[200]!.appid)).toBe(10);
});

test("with a key, and where GOG alone is chosen, the list is not used", async () => {
  const keyed = { ...env, steamWebApiKey: "key" };
  const options = { signal: new AbortController().signal, after: null, known: null, clock: () => new Date() };
  const withKey = openCatalogueSources(db, { env: keyed, clients: upstreams });
  expect(withKey.map(({ key }) => key)).toEqual(["catalogue-list", "catalogue-steam", "catalogue-gog"]);
  for await (const page of withKey[1]!.read(options)) await db.transaction((tx) => page.apply(tx, new Date()));
  expect(await db.$count(steamApps)).toBe(0);
  expect(openCatalogueSources(db, { env, clients: upstreams }, "gog").map(({ key }) => key)).toEqual(["catalogue-gog"]);
  expect(openCatalogueSources(db, { env, clients: upstreams }, "none")).toEqual([]);
});
