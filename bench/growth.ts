import { mkdir, rm, writeFile } from "node:fs/promises";
import type { Db } from "../server/src/platform/db/connect.ts";
import { sql } from "../server/src/platform/db/drizzle.ts";
import { freePort } from "../server/src/test/servers/free-port.ts";
import { closedLoop, median, type Request } from "./load.ts";
import { atMost, formatMegabytes, formatNumber, type Section } from "./report.ts";
import { browserHeaders, listPage } from "./requests.ts";
import type { Options } from "./run.ts";
import { benchFolder, openData, openGenerated, runCli, type Site, startServer, startSite, stopAll } from "./site.ts";

const smallCatalogue = 31_320;
const max = { startSeconds: 4, uncachedMs: 5, cachedMs: 0.2 };

const folder = `${benchFolder}growth/`;
const feedRows = 20_000;
/** Every third price differs in the second feed. */
const changedEvery = 3;
const pages = { uncached: 500, cached: 3_000 };

/** The costs of one catalogue size. */
interface Growth {
  games: number;
  /** In seconds. */
  start: number;
  /** CPU per list page, in ms. */
  uncachedMs: number;
  cachedMs: number;
  /** Table cells by row name. */
  cells: Record<string, string>;
}

/** Compares a small and a large generated catalogue. */
export async function growth({ games, rounds }: Options): Promise<Section> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const { dataDir } = await openGenerated(Math.min(smallCatalogue, games));
  const imports = await measureImport(dataDir);
  const small = await measure("small", dataDir, rounds);
  const large = await measure("large", (await openGenerated(games)).dataDir, rounds);
  await rm(folder, { recursive: true, force: true });
  const sizes = [{ ...small, cells: { ...imports, ...small.cells } }, large];
  const count = ({ games }: Growth) => games.toLocaleString("en-US");
  return {
    title: "Growth",
    about: [
      "Generated games.",
      "Times of commands include start and stop of the embedded database.",
      `A start is \`npm start\` until the first list, the median of ${rounds}.`,
      `The price feed is a CSV file of up to ${formatNumber(feedRows)} offers, imported into the restored database:`,
      `first all new, then every ${changedEvery}rd price changed.`,
      "CPU is that of the whole process per list page in HTML, over one connection:",
      `${pages.uncached} rendered pages, ${formatNumber(pages.cached)} from the cache.`,
    ],
    tables: [
      [
        ["", ...sizes.map((size) => `${count(size)} games`)],
        ...Object.keys(sizes[0]!.cells).map((name) => [name, ...sizes.map(({ cells }) => cells[name] ?? "")]),
      ],
    ],
    targets: [
      atMost(`warm start, ${count(small)} games`, small.start, max.startSeconds, "s"),
      atMost("CPU per uncached list page", Math.max(small.uncachedMs, large.uncachedMs), max.uncachedMs, "ms"),
      atMost("CPU per cached list page", Math.max(small.cachedMs, large.cachedMs), max.cachedMs, "ms"),
    ],
  };
}

/** Imports the catalogue of `dataDir` into an empty database, twice. */
async function measureImport(dataDir: string): Promise<Growth["cells"]> {
  console.log("  import");
  await stopAll();
  const file = `${folder}games.jsonl`;
  await runCli(["export", "catalogue", file], dataDir);
  const importGames = async () => `${formatNumber(await runCli(["import", "catalogue", file], `${folder}imported`))} s`;
  return { "import into an empty folder": await importGames(), "import of the same file": await importGames() };
}

async function measure(name: string, dataDir: string, rounds: number): Promise<Growth> {
  await stopAll();
  const starts: number[] = [];
  // The first start fills the caches of the file system.
  for (let round = 0; round <= rounds; round++) {
    console.log(`  start ${round} of ${rounds}`);
    const site = await startServer(["npm", "start"], await freePort(), { DATA_DIR: dataDir });
    if (round > 0) starts.push(site.startMs / 1_000);
    await site.stop();
  }

  const { db } = await openData(dataDir);
  const { rows } = await db.execute<{ games: number; bytes: number; bytesPerRow: number }>(sql`
    select (select count(*) from games)::integer as games, pg_database_size(current_database())::float8 as bytes,
      sum(pg_total_relation_size(inhrelid))::float8 / greatest(1, (select count(*) from price_history)) as "bytesPerRow"
    from pg_inherits where inhparent = 'price_history'::regclass
  `);
  const { games, bytes, bytesPerRow } = rows[0]!;
  console.log("  list pages");
  const site = await startSite(dataDir);
  const atStart = await site.stats();
  let n = 0;
  const uncachedMs = await cpuPerPage(site, () => listPage(n++, games), pages.uncached);
  const cachedMs = await cpuPerPage(site, () => ({ path: "/games", headers: browserHeaders }), pages.cached);
  const afterwards = await site.stats();
  const feeds = await writeFeeds(db);
  await stopAll();

  console.log("  backup, restore, price feed");
  const [backup, restored] = [`${folder}backup-${name}`, `${folder}restored-${name}`];
  const run = async (args: string[], dataDir: string) => `${formatNumber(await runCli(args, dataDir))} s`;
  const importFeed = (file: string) => run(["import", "prices", "--store", "cdkeys", file], restored);
  const start = median(starts);
  const cells = {
    "warm start": `${formatNumber(start)} s`,
    "memory after the start": formatMegabytes(atStart.memory),
    "CPU per list page, uncached": `${formatNumber(uncachedMs)} ms`,
    "CPU per list page, cached": `${formatNumber(cachedMs)} ms`,
    "memory after these pages": formatMegabytes(afterwards.memory),
    backup: await run(["backup", backup], dataDir),
    restore: await run(["restore", backup], restored),
    "price feed, new offers": await importFeed(feeds.first),
    "price feed, changed prices": await importFeed(feeds.second),
    database: formatMegabytes(bytes),
    "row of price history with indexes": `${formatNumber(bytesPerRow)} bytes`,
  };
  return { games, start, uncachedMs, cachedMs, cells };
}

/** In ms, after a warm-up of the same length. */
async function cpuPerPage(site: Site, next: () => Request, amount: number): Promise<number> {
  await closedLoop(site.url, next, amount);
  const before = await site.stats();
  await closedLoop(site.url, next, amount);
  const after = await site.stats();
  return ((after.cpuSeconds - before.cpuSeconds) / amount) * 1_000;
}

async function writeFeeds(db: Db): Promise<{ first: string; second: string }> {
  const { rows } = await db.execute<{ appid: number }>(
    sql`select steam_appid as appid from games where steam_appid is not null order by id limit ${feedRows}`,
  );
  const write = async (name: string, price: (nth: number) => number) => {
    const lines = rows.map(({ appid }, nth) => `bench-${nth},${price(nth).toFixed(2)} USD,${appid},in stock`);
    await writeFile(folder + name, ["id,price,steam_appid,availability", ...lines, ""].join("\n"));
    return folder + name;
  };
  const price = (nth: number) => 5 + (nth % 50);
  return {
    first: await write("first.csv", price),
    second: await write("second.csv", (nth) => price(nth) + (nth % changedEvery === 0 ? 1 : 0)),
  };
}
