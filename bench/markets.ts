import { createHistogram } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { recordOffers } from "../server/src/features/prices/offers/commands.ts";
import type { Db } from "../server/src/platform/db/connect.ts";
import { sql } from "../server/src/platform/db/drizzle.ts";
import { closedLoop, openLoop, percentileMs, type Request, toMicroseconds } from "./load.ts";
import { enableMarkets, fillMarkets, manyStores } from "./markets-data.ts";
import { atMost, formatNumber, type Section, type Target } from "./report.ts";
import { combine, range, request } from "./requests.ts";
import type { Options } from "./run.ts";
import { openData, openGenerated, type Site, startSite, stopAll } from "./site.ts";

const megabyte = 1024 ** 2;
/** Markets with 600,000 offers each for 150,000 games: three million. */
const large = { countries: ["US", "GB", "DE", "JP", "PL"], offersPerGame: 4 };
/** The real catalogue's size, with Steam's price in each market. */
const smallGames = 31_320;
const requestsPerRow = 2_000;
const limitMb = 256;

/** What markets cost in memory and time: those that are enabled, and those that are used. */
export async function markets({ games }: Options): Promise<Section> {
  const { db, dataDir } = await openGenerated(games, "markets");
  console.log("  filling the markets");
  const offers = await fillMarkets(db, large);
  await stopAll();
  const targets = [
    ...(await measureOneMore(dataDir)),
    ...(await measureAll(dataDir)),
    ...(await measureSmall(Math.min(games, smallGames))),
  ];
  return {
    title: "Stores and markets",
    about: [
      `${formatNumber(games)} generated games, ${manyStores} stores, ${formatNumber(offers)} offers in`,
      `${large.countries.length} markets; then all 52 enabled; then ${formatNumber(smallGames)} games with Steam's`,
      "prices in all of them. One connection, but others send 100 requests per second; memory is that of the process,",
      "after a pause.",
    ],
    tables: [],
    targets,
  };
}

const listIn = (country: string | undefined, n: number) => {
  const [page, limit] = combine(n, range(1, 1_000), range(16, 24));
  return request("/api/games", { country, page, limit });
};

/** Requests per second, which leave both processors mostly idle, and the seconds per connection. */
const others = { rate: 100, seconds: 5, random: Math.random };

/** The p99 of lists of the default market in ms, which are requested at random moments until `until` resolves. */
async function p99Of(site: Site, until: () => Promise<unknown>): Promise<number> {
  const latency = createHistogram();
  let isDone = false;
  const running = until().finally(() => {
    isDone = true;
  });
  const report = ({ path }: Request, ms: number, problem: string | null) => {
    if (problem !== null) throw new Error(`${path}: ${problem}`);
    latency.record(toMicroseconds(ms));
  };
  for (let n = 0; !isDone; ) await openLoop(site.url, () => listIn(undefined, n++), others, report);
  await running;
  return percentileMs(latency, 99);
}

async function firstResponse(site: Site, country: string): Promise<number> {
  const begin = performance.now();
  const response = await fetch(`${site.url}/api/games?country=${country}&limit=5`);
  if (!response.ok) throw new Error(`${country}: ${response.status}`);
  await response.arrayBuffer();
  return performance.now() - begin;
}

/** In a site where several markets are enabled and one is used. */
async function measureOneMore(dataDir: string): Promise<Target[]> {
  console.log("  one market more");
  const { db } = await openData(dataDir);
  await enableMarkets(db, ["US"]);
  await stopAll();
  const alone = await (await startSite(dataDir)).stats();
  await stopAll();
  const open = await openData(dataDir);
  await enableMarkets(open.db, large.countries);
  await stopAll();
  const site = await startSite(dataDir);
  const unused = await site.stats();
  await closedLoop(site.url, () => listIn(undefined, Math.trunc(Math.random() * 1_000)), requestsPerRow);
  const before = (await site.stats()).bookBytes;
  const idle = await p99Of(site, () => delay(10_000));
  const countries = large.countries.slice(1);
  const first: number[] = [];
  const busy = await p99Of(site, async () => {
    for (const country of countries) {
      first.push(await firstResponse(site, country));
      await delay(1_000);
    }
  });
  const used = ((await site.stats()).bookBytes - before) / countries.length;
  const myStores = await measureMyStores(site, dataDir);
  await stopAll();
  return [
    atMost("four markets more that are not used: prices", (unused.bookBytes - alone.bookBytes) / megabyte, 0, "MB"),
    atMost("a market more that is used: its prices", used / megabyte, 20, "MB"),
    atMost("first response in a market", Math.max(...first), 1_500, "ms"),
    atMost(`p99 of others meanwhile (idle: ${formatNumber(idle)} ms)`, busy / idle, 1.3, "× idle"),
    ...myStores,
  ];
}

/** Lists of sets of stores that were never requested before, and a price that was changed. */
async function measureMyStores(site: Site, dataDir: string): Promise<Target[]> {
  const { db } = await openData(dataDir);
  const { rows } = await db.execute<{ key: string }>(sql`
    select key from stores where enabled order by position limit ${manyStores}`);
  const latency = createHistogram();
  const next = (n: number) => {
    const some = rows.filter((_, at) => ((n * 2_654_435_761) >>> (at % 31)) % 2 === 1 || at === n % rows.length);
    const prices_of = some.map(({ key }) => key).join();
    return request("/api/games", { country: "GB", prices_of, sortBy: "discount" });
  };
  let n = 0;
  await closedLoop(site.url, () => next(n++), requestsPerRow / 4);
  await closedLoop(site.url, () => next(n++), requestsPerRow / 2, latency);
  return [
    atMost("my stores, a set never seen: p99", percentileMs(latency, 99), 20, "ms"),
    atMost("until a changed price is in a list", await timeChange(db, site), 1_000, "ms"),
  ];
}

/** In a site where all markets are enabled. */
async function measureAll(dataDir: string): Promise<Target[]> {
  console.log("  all markets");
  const { db } = await openData(dataDir);
  await enableMarkets(db, "all");
  const all = await listCountries(db);
  await stopAll();
  const site = await startSite(dataDir, { PRICE_BOOKS_MB: "2000" });
  for (const country of all) await firstResponse(site, country);
  const used = await memoryAfter(site);
  await stopAll();
  const limited = await startSite(dataDir, { PRICE_BOOKS_MB: String(limitMb) });
  let largest = 0;
  for (const country of all) {
    await firstResponse(limited, country);
    largest = Math.max(largest, (await limited.stats()).bookBytes);
  }
  await stopAll();
  return [
    atMost(`${all.length} markets: until the first list`, site.startMs / 1_000, 6, "s"),
    atMost(`${all.length} markets, all used: memory`, used / megabyte, 1_600, "MB"),
    atMost(`PRICE_BOOKS_MB=${limitMb}: prices`, largest / 1_000_000, limitMb, "MB"),
  ];
}

async function measureSmall(games: number): Promise<Target[]> {
  console.log("  Steam's prices in all markets");
  const { db, dataDir } = await openGenerated(games, "steam");
  const own = await db.execute<{ country: string }>(sql`
    select country from markets where shares_prices_with is null order by country = 'US', country`);
  await fillMarkets(db, { countries: own.rows.map(({ country }) => country), offersPerGame: 1 });
  await enableMarkets(db, "all");
  await stopAll();
  const site = await startSite(dataDir);
  for (const country of large.countries) await firstResponse(site, country);
  const memory = await memoryAfter(site);
  await stopAll();
  return [
    atMost(`${formatNumber(games)} games, 52 markets: until the first list`, site.startMs / 1_000, 5, "s"),
    atMost(`${formatNumber(games)} games, 52 markets, five used: memory`, memory / megabyte, 450, "MB"),
  ];
}

/** In bytes, once that of the thread that read the catalogue is returned. */
async function memoryAfter(site: Site): Promise<number> {
  await delay(10_000);
  return (await site.stats()).memory;
}

async function listCountries(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ country: string }>(sql`select country from markets where enabled`);
  return rows.map(({ country }) => country);
}

/** In ms, from the beginning of the transaction. */
async function timeChange(db: Db, site: Site): Promise<number> {
  const { rows } = await db.execute<{ id: number }>(sql`select id from games order by id limit 1`);
  const begin = performance.now();
  const offer = { gameId: rows[0]!.id, country: "GB", currency: "GBP", store: "steam", priceMinor: 1 };
  await recordOffers(db, [offer], { now: new Date() });
  for (let n = 0; ; n++) {
    // each address is requested once, so that no response comes from a cache
    const { path } = request("/api/games", { country: "GB", sortBy: "lowest_price", order: "ASC", max_price: 100 + n });
    const { games } = (await (await fetch(site.url + path)).json()) as { games: { best_price: number }[] };
    if (games[0]?.best_price === 0.01) return performance.now() - begin;
    await delay(5);
  }
}
