import { mkdir, rm, writeFile } from "node:fs/promises";
import { createHistogram } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { recordOffers } from "../server/src/features/prices/offers/commands.ts";
import type { Db } from "../server/src/platform/db/connect.ts";
import { closedLoop, percentileMs, type Request } from "./load.ts";
import { countries, fillMarkets, manyStores } from "./markets-data.ts";
import { atMost, formatMegabytes, formatNumber, type Section, type Target } from "./report.ts";
import { combine, findSubjects, orders, range, request, type Subjects } from "./requests.ts";
import type { Options } from "./run.ts";
import { benchFolder, openData, openGenerated, runCli, type Site, startSite, stopAll } from "./site.ts";

const max = { p99Ms: 5, memoryPerMarket: 15 * 1024 ** 2, rebuildSeconds: 4, visibleMs: 1_000 };
const minFeedRows = 35_000;

const requestsPerList = 3_000;
const feedRows = 100_000;
const folder = `${benchFolder}markets/`;

/** Costs of 40 stores in five markets. */
export async function markets({ games }: Options): Promise<Section> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const { db, dataDir } = await openGenerated(games, "markets");
  console.log("  filling the markets");
  const offers = await fillMarkets(db);
  const subjects = await findSubjects(db);
  await stopAll();

  const one = await measureStart(dataDir, []);
  const { site, ...all } = await measureStart(dataDir, countries);
  const memory = (all.memory - one.memory) / countries.length;
  const rows: string[][] = [];
  const targets: Target[] = [];
  for (const { name, next } of listsOf(subjects)) {
    console.log(`  ${name}`);
    const latency = createHistogram();
    let n = 0;
    await closedLoop(site.url, () => next(n++), requestsPerList / 4);
    const perSecond = await closedLoop(site.url, () => next(n++), requestsPerList, latency);
    const p99 = percentileMs(latency, 99);
    rows.push([name, ...[perSecond, percentileMs(latency, 50), p99].map(formatNumber)]);
    targets.push(atMost(`${name}: p99`, p99, max.p99Ms, "ms"));
  }
  const open = await openData(dataDir);
  const visible = await timeChange(open.db, site);
  const [products, changed] = await writeFeeds(open.db);
  await stopAll();
  console.log("  price feed");
  const rowsPerSecond = async ({ file, rows }: Feed) =>
    rows / (await runCli(["import", "prices", "--store", "fanatical", "--country", "GB", file], dataDir));
  const newPerSecond = await rowsPerSecond(products);
  const perSecond = await rowsPerSecond(changed);
  await rm(folder, { recursive: true, force: true });
  return {
    title: "Stores and markets",
    about: [
      `${formatNumber(games)} generated games, ${manyStores} stores, ${countries.length + 1} markets,`,
      `${formatNumber(offers)} offers. No list is requested twice; one connection, in markets other than the default one.`,
      "Memory is that of the process after the start, with all markets and with one. The feed has",
      `${formatNumber(changed.rows)} rows: first all new products, then every third price changed. The`,
      "time includes the start and stop of the command and of the embedded database.",
    ],
    tables: [
      [["Request", "Per second", "p50", "p99"], ...rows],
      [
        ["", "one market", `${countries.length + 1} markets`],
        ["reading the catalogue, s", formatNumber(one.buildSeconds), formatNumber(all.buildSeconds)],
        ["memory after the start", formatMegabytes(one.memory), formatMegabytes(all.memory)],
        ["feed of new products, rows/s", "", formatNumber(newPerSecond)],
      ],
    ],
    targets: [
      ...targets,
      atMost("reading the catalogue with all markets", all.buildSeconds, max.rebuildSeconds, "s"),
      {
        what: "memory of an additional market",
        target: `≤ ${formatMegabytes(max.memoryPerMarket)}`,
        measured: formatMegabytes(memory),
        met: memory <= max.memoryPerMarket,
      },
      atMost("until a changed price is in a list", visible, max.visibleMs, "ms"),
      {
        what: "price feed",
        target: `≥ ${formatNumber(minFeedRows)} rows/s`,
        measured: `${formatNumber(perSecond)} rows/s`,
        met: perSecond >= minFeedRows,
      },
    ],
  };
}

/** Starts the site with these markets in addition to the first one. */
async function measureStart(dataDir: string, enabled: readonly string[]) {
  console.log(`  start with ${enabled.length + 1} markets`);
  await stopAll();
  const { db } = await openData(dataDir);
  await db.execute(sql`update markets set enabled = country = 'US' or country = any(${sql.param(enabled)}::text[])`);
  await stopAll();
  const site = await startSite(dataDir);
  // wait until the memory of the thread that built the catalogue is returned
  await delay(10_000);
  return { site, ...(await site.stats()) };
}

function listsOf({ terms }: Subjects): { name: string; next(n: number): Request }[] {
  const stores = ["fanatical", "humble", "greenmangaming", "gamersgate", "indiegala"];
  const list = (country: string, query: Record<string, string | number | undefined>) =>
    request("/api/games", { country, ...query });
  return [
    {
      name: "lists",
      next(n) {
        const [page, country, order] = combine(n, range(1, 1_000), countries, orders);
        return list(country, { page, order, sortBy: "discount" });
      },
    },
    {
      name: "several stores, lowest price first",
      next(n) {
        const [page, country, one, other] = combine(n, range(1, 100), countries, stores, stores);
        return list(country, { page, store: `${one},${other}`, sortBy: "lowest_price", order: "ASC" });
      },
    },
    {
      name: "highest price",
      next(n) {
        const [page, country, amount] = combine(n, range(1, 100), countries, range(5, 60));
        return list(country, { page, max_price: amount });
      },
    },
    {
      name: "search",
      next(n) {
        const [page, country, search] = combine(n, range(1, 50), countries, terms.common);
        return list(country, { page, search });
      },
    },
  ];
}

/** In ms, from the beginning of the transaction. */
async function timeChange(db: Db, site: Site): Promise<number> {
  const { rows } = await db.execute<{ id: number; title: string }>(
    sql`select id, title from games order by id limit 1`,
  );
  const { id } = rows[0]!;
  const begin = performance.now();
  const offer = { gameId: id, country: "GB", currency: "GBP", store: "steam", priceMinor: 1 };
  await recordOffers(db, [offer], { now: new Date() });
  const path = "/api/games?country=GB&sortBy=lowest_price&order=ASC&limit=1&fields=best_price";
  for (;;) {
    const { games } = (await (await fetch(site.url + path)).json()) as { games: { best_price: number }[] };
    if (games[0]?.best_price === 0.01) return performance.now() - begin;
    await delay(5);
  }
}

interface Feed {
  file: string;
  rows: number;
}

/** A feed of products that are not matched yet, and the same feed with every third price changed. */
async function writeFeeds(db: Db): Promise<[products: Feed, changed: Feed]> {
  const { rows } = await db.execute<{ appid: number; price: number }>(sql`
    select steam_appid as appid, coalesce(price_minor, 999) as price
    from games left join offers on game_id = games.id and country = 'GB' and store = 'fanatical'
    where steam_appid is not null order by games.id limit ${feedRows}
  `);
  // the database persists between runs, and product ids must be new
  const run = Date.now();
  const write = async (name: string, priceChange: (nth: number) => number): Promise<Feed> => {
    const lines = rows.map(({ appid, price }, nth) => {
      const amount = ((price + priceChange(nth)) / 100).toFixed(2);
      return `bench-${run}-${appid},${amount} GBP,${appid},in stock`;
    });
    await writeFile(folder + name, ["id,price,steam_appid,availability", ...lines, ""].join("\n"));
    return { file: folder + name, rows: rows.length };
  };
  return [await write("products.csv", () => 0), await write("changed.csv", (nth) => (nth % 3 === 0 ? 10 : 0))];
}
