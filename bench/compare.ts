import { createHistogram } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { gameSorts } from "contract/games/sorting.ts";
import type { Db } from "../server/src/platform/db/connect.ts";
import { sql } from "../server/src/platform/db/drizzle.ts";
import { createListFunctions } from "../server/src/test/list-sql.ts";
import { freePort } from "../server/src/test/servers/free-port.ts";
import { closedLoop, median, percentileMs, type Request } from "./load.ts";
import { atMost, formatNumber, type Section, type Target } from "./report.ts";
import { combine, findSubjects, orders, range, request, type Subjects, stores } from "./requests.ts";
import type { Options } from "./run.ts";
import { openGenerated, startServer, startSite } from "./site.ts";

const minRatio = 20;
const maxP99Ms = 8;
/** With facets, which count every game that matches. */
const maxFacetsP99Ms = 12;
const requestsPerRound = { site: 600, sql: 10 };

interface Case {
  name: string;
  maxP99?: number;
  /** One URL, which the response cache holds. */
  cached: Request;
  /** The n-th URL of a set larger than what one run requests. */
  uncached(n: number): Request;
}

/** Compares lists, searches and filters with straightforward SQL, in alternating rounds over one connection. */
export async function compare({ games, rounds }: Options): Promise<Section> {
  const { db, connection, dataDir } = await openGenerated(games);
  await addIndexes(db);
  const subjects = await findSubjects(db);
  const site = await startSite(dataDir);
  const baseline = fileURLToPath(new URL("./sql-baseline.ts", import.meta.url));
  const plain = await startServer([process.execPath, baseline, JSON.stringify(connection)], await freePort());
  const rows: string[][] = [];
  const targets: Target[] = [];
  const isInTable = true;
  const cases = [...listCases(subjects), ...searchCases(subjects), filterCase(subjects)];
  for (const { name, maxP99 = maxP99Ms, cached, uncached } of cases) {
    for (const kind of ["cached", "uncached"]) {
      const what = `${name}, ${kind}`;
      console.log(`  ${what}`);
      const measurements = [
        { url: site.url, amount: requestsPerRound.site },
        { url: plain.url, amount: requestsPerRound.sql },
      ].map(({ url, amount }) => {
        let n = 0;
        const next = () => (kind === "cached" ? cached : uncached(n++));
        return { url, amount, next, latency: createHistogram(), rates: [] as number[] };
      });
      for (const { url, next, amount } of measurements) await closedLoop(url, next, Math.ceil(amount / 2));
      for (let round = 0; round < rounds; round++) {
        for (const { url, next, amount, latency, rates } of measurements) {
          rates.push(await closedLoop(url, next, amount, latency));
        }
      }
      const [fast, slow] = measurements.map(({ rates, latency }) => {
        return { perSecond: median(rates), p50: percentileMs(latency, 50), p99: percentileMs(latency, 99) };
      });
      const ratio = fast!.perSecond / slow!.perSecond;
      rows.push([what, ...[...Object.values(fast!), ...Object.values(slow!), ratio].map(formatNumber)]);
      targets.push(
        { what, target: `≥ ${minRatio}× SQL`, measured: `${formatNumber(ratio)}×`, met: ratio >= minRatio, isInTable },
        { ...atMost(`${what}: p99`, fast!.p99, maxP99, "ms"), isInTable },
      );
    }
  }
  return {
    title: "Lists, searches and filters compared with SQL",
    about: [
      `${formatNumber(games)} generated games, one connection, ${rounds} alternating rounds of`,
      `${requestsPerRound.site} requests to the site and ${requestsPerRound.sql} to the SQL.`,
      "The SQL has indexes on rating, best price, release, genres and tags.",
      '"Cached" repeats one URL, "uncached" none.',
      "Requests per second are the median of the rounds, latencies in ms.",
      `Targets: ratio ≥ ${minRatio}, p99 ≤ ${maxP99Ms} (with facets ${maxFacetsP99Ms}).`,
    ],
    tables: [[["Request", "Per second", "p50", "p99", "SQL: per second", "p50", "p99", "Ratio"], ...rows]],
    targets,
  };
}

function listCases({ ids }: Subjects): Case[] {
  const deepest = Math.floor(ids.length / 30);
  const [middle, sizes] = [Math.floor(deepest / 2), range(16, 24)];
  return [
    {
      name: "list, first pages",
      cached: request("/api/games"),
      uncached(n) {
        const [page, sortBy, order, limit] = combine(n, range(1, 50), gameSorts, orders, sizes);
        return request("/api/games", { page, sortBy, order, limit });
      },
    },
    {
      name: "list, deep pages",
      cached: request("/api/games", { page: middle }),
      uncached(n) {
        const [page, sortBy, order, limit] = combine(n, range(middle, deepest), gameSorts, orders, sizes);
        return request("/api/games", { page, sortBy, order, limit });
      },
    },
    {
      name: "store, lowest price first",
      cached: request("/api/games", { store: "gog", sortBy: "lowest_price", order: "ASC" }),
      uncached(n) {
        const [page, store, limit] = combine(n, range(1, 100), stores, sizes);
        return request("/api/games", { page, store, sortBy: "lowest_price", order: "ASC", limit });
      },
    },
  ];
}

function searchCases({ terms }: Subjects): Case[] {
  const searchCase = (name: string, searches: readonly string[]): Case => ({
    name: `search, ${name}`,
    cached: request("/api/games", { search: searches[0]! }),
    uncached(n) {
      const [search, sortBy, order, limit] = combine(n, searches, gameSorts, orders, range(8, 32));
      return request("/api/games", { search, sortBy, order, limit });
    },
  });
  return [
    searchCase("common word", terms.common),
    searchCase("rare word", terms.rare),
    searchCase("two letters", terms.pairs),
  ];
}

/** Five filters and a search, with the facets that a page shows next to them. */
function filterCase({ terms }: Subjects): Case {
  const query = (search: string, genre: string, tag: string, min_rating: number, max_price: number, min_cut: number) =>
    request("/api/games", { search, genre, tag, min_rating, max_price, min_cut, facets: "true" });
  return {
    name: "five filters and a search, with facets",
    maxP99: maxFacetsP99Ms,
    cached: query(terms.common[0]!, "Action,RPG", "Singleplayer", 6, 40, 10),
    uncached(n) {
      const searches = [...terms.common, ...terms.pairs];
      const [search, genre, tag, rating, price, cut] = combine(
        n,
        searches,
        ["Action,RPG", "Indie", "Adventure,Puzzle,Strategy", "Casual"],
        ["Singleplayer", "Co-op,2D", "Horror", "Atmospheric"],
        range(4, 8),
        range(15, 60),
        range(5, 50),
      );
      return query(search, genre, tag, rating, price, cut);
    },
  };
}

/** Adds the indexes that straightforward SQL needs. The site needs none of them. */
async function addIndexes(db: Db): Promise<void> {
  await createListFunctions(db);
  await db.execute(sql`create index if not exists bench_games_genres on games using gin (names_of(genre))`);
  await db.execute(sql`create index if not exists bench_games_tags on games using gin (names_of(tags))`);
  await db.execute(sql`create index if not exists bench_games_release on games (release_date)`);
  await db.execute(sql`create index if not exists bench_games_rating on games (rating desc nulls last, id)`);
  await db.execute(sql`create index if not exists bench_game_prices_best on game_prices (best_minor, game_id)`);
  await db.execute(sql`analyze games, game_prices`);
}
