import { readSettings } from "contract/site-config/rules.ts";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { eq } from "../../platform/db/drizzle.ts";
import { startWorkers } from "../../platform/jobs/work.ts";
import { parseEnv } from "../../platform/process/env.ts";
import { addCatalogue } from "../../test/catalogue.ts";
import { createTestDatabase, emptyTables } from "../../test/database.ts";
import { us } from "../../test/markets.ts";
import { secretKey } from "../../test/secret-key.ts";
import { startUpstream } from "../../test/servers/upstream-server.ts";
import { games } from "../games/table.ts";
import { openPollSources } from "../prices/polls/commands-poll-sources.ts";
import { priceJobs } from "../prices/polls/jobs.ts";
import { createClient } from "../prices/sources/client.ts";
import { offers, pricePolls } from "../prices/table.ts";
import { openCatalogueSources } from "./commands-poll-catalogue.ts";

const database = await createTestDatabase();
const { db, pool } = database;
const stores = await startUpstream();
const connection = { connectionString: database.url };
const settings = readSettings(new Map());
const env = parseEnv({
  STEAM_STORE_URL: stores.origin,
  STEAM_WEB_API_URL: stores.origin,
  STEAM_WEB_API_KEY: "key",
  GOG_CATALOG_URL: stores.origin,
  EPIC_FREE_GAMES_URL: `${stores.origin}/epic`,
});

const client = createClient({ publicUrl: env.publicUrl, paceMs: 5 });
const upstreams = { steam: client, steamApi: client, gog: client, epic: client, feeds: client };
const sources = [
  ...openCatalogueSources(db, { env, clients: upstreams }),
  ...openPollSources(db, env, [us], [], upstreams as never),
];
const jobs = priceJobs({
  db,
  connection,
  sources: () => sources,
  settings: () => settings,
  listOperators: async () => [],
  secretKey,
  log: pino({ level: "silent" }),
  signal: new AbortController().signal,
});
const polls = jobs.find(({ queue }) => queue === "price-polls")!;

const free = 730;
const appids = [free, 620, 400];
let listIsReady: Promise<unknown> = Promise.resolve();

stores.respondWith(async (request, response) => {
  const url = new URL(request.url!, stores.origin);
  const end = (body: unknown) => void response.end(JSON.stringify(body));
  const requested = url.searchParams.get("appids")?.split(",").map(Number) ?? [];
  if (url.pathname === "/IStoreService/GetAppList/v1/") {
    await listIsReady;
    return end({ response: { apps: appids.map((appid) => ({ appid, name: `App ${appid}`, last_modified: 1 })) } });
  }
  if (url.pathname === "/v1/catalog") {
    return end({ pages: 1, productCount: 0, currentlyShownProductCount: 0, products: [] });
  }
  if (url.searchParams.get("filters") === "price_overview") {
    const price = { currency: "USD", initial: 999, final: 999, discount_percent: 0 };
    const entryOf = (appid: number) => ({ success: true, data: appid === free ? [] : { price_overview: price } });
    return end(Object.fromEntries(requested.map((appid) => [appid, entryOf(appid)])));
  }
  if (url.pathname === "/api/appdetails") {
    const [appid = 0] = requested;
    return end({ [appid]: { success: true, data: { type: "game", name: `App ${appid}`, is_free: appid === free } } });
  }
  if (url.pathname.includes("GetNumberOfCurrentPlayers")) return end({ response: { player_count: 5, result: 1 } });
  response.writeHead(404).end();
});

const pollsOf = (source: string) => db.select().from(pricePolls).where(eq(pricePolls.source, source));
const prices = async () =>
  (
    await db
      .select({ appid: games.steamAppid, price: offers.priceMinor })
      .from(offers)
      .innerJoin(games, eq(games.id, offers.gameId))
      .where(eq(offers.store, "steam"))
      .orderBy(games.steamAppid)
  ).map(({ appid, price }) => [appid, price]);

test("readings that found nothing are due again as soon as what they read arrives: games have details and prices", {
  timeout: 60_000,
}, async () => {
  const list = Promise.withResolvers<void>();
  listIsReady = list.promise;
  const workers = await startWorkers({ pool, log: pino({ level: "silent" }) }, [polls]);
  onTestFinished(() => workers.stop());
  const waking = setInterval(workers.wake, 50);
  onTestFinished(() => clearInterval(waking));
  await polls.run({}, "first");
  for (const source of ["catalogue-steam", "steam", "steam-players"]) {
    await expect.poll(() => pollsOf(source)).toMatchObject([{ state: "done", seen: 0 }]);
  }
  const arrivedAt = performance.now();
  list.resolve();
  // what is free at Steam and was never priced costs nothing there
  await expect.poll(prices).toEqual([
    [400, 999],
    [620, 999],
    [free, 0],
  ]);
  expect(performance.now() - arrivedAt).toBeLessThan(60_000);
  expect(await db.$count(games)).toBe(3);
});

test("a reading is due early only while most games are newer than it", async () => {
  const source = sources.find(({ key }) => key === "steam")!;
  const minutes = (count: number) => new Date(Date.parse("2026-11-01T12:00:00Z") + count * 60_000);
  const begun = { startedAt: minutes(0), finishedAt: minutes(1) };
  const isWaiting = async (added: readonly number[], now: number, took = 1) => {
    await emptyTables(pool, ["games"]);
    for (const [n, minute] of added.entries()) {
      const [id = 0] = await addCatalogue(db, [{ title: `Game ${n}` }]);
      await db
        .update(games)
        .set({ createdAt: minutes(minute) })
        .where(eq(games.id, id));
    }
    const last = { ...begun, finishedAt: minutes(took) };
    return source.isWaiting!(db, last as never, minutes(now));
  };
  const table: [number[], number, number, boolean][] = [
    [[], 60, 1, false],
    [[-1], 60, 1, false],
    [[-1, -1], 60, 1, false],
    [[1], 1, 1, true],
    [[0], 0, 0, true],
    [[1, 2, 3], 1, 1, true],
    [[-1, 1, 2], 5, 1, false],
    [[-1, 1, 2], 11, 1, true],
    [[-1, -1, 1], 60, 1, false],
    [[-1, -1, 1, 2], 60, 1, true],
    [[-1, 1, 2], 30, 4, false],
    [[-1, 1, 2], 44, 4, true],
  ];
  for (const [added, now, took, expected] of table) {
    expect([added, now, took, await isWaiting(added, now, took)]).toEqual([added, now, took, expected]);
  }
});
