import { AppError } from "contract/core/errors.ts";
import type { Game } from "contract/games/schema.ts";
import type { StoreKey } from "contract/stores.ts";
import type { FastifyBaseLogger } from "fastify";
import type { Change } from "../../../platform/db/changes/changes.ts";
import type { Reads } from "../../../platform/db/replica/reads.ts";
import type { CatalogueState } from "../../../platform/observability/metrics.ts";
import { toGame } from "../present.ts";
import { listIndexedRows } from "../queries.ts";
import { type Followed, followCatalogue } from "./follow.ts";
import { type GameIndex, listRows } from "./game-index.ts";
import { type CatalogueQuery, createQueryCache, findPage } from "./query.ts";
import { averageSavings, homepageIds, inStockCounts, publicGameIds } from "./stats.ts";
import { buildInThread } from "./thread.ts";

/** The catalogue in memory: lists and games without a query to the database (decisions 005 and 025). */
export interface Catalogue {
  /** Resolves when the whole catalogue has been read; rejects when that fails, or when `close` aborts it. */
  readonly loaded: Promise<void>;
  /** Grows with every change. */
  readonly version: number;
  /** Grows whenever the catalogue has been rebuilt, so that any game may have changed. */
  readonly generation: number;
  /** A part of a list, and the number of games in the whole list. */
  find(query: CatalogueQuery): { ids: number[]; total: number };
  /** The games of these ids in that order; unknown ids are left out. */
  listGames(ids: readonly number[]): Game[];
  /** The best rated games with a price, 12 at most. */
  homepageIds(showExplicit: boolean): number[];
  /** In percent with one decimal; `null` when no game is cheaper elsewhere than at Steam. */
  averageSavings(): number | null;
  /** How many offers each store can deliver, as far as it says. */
  inStockCounts(): Record<StoreKey, number>;
  /** The games that are not explicit, ascending. */
  publicGameIds(): number[];
  /** Applies a committed change. Resolves when the catalogue includes it. */
  handleChange(change: Change): Promise<void>;
  state(): CatalogueState;
  close(): Promise<void>;
}

export interface CatalogueOptions {
  reads: Reads;
  log: Pick<FastifyBaseLogger, "info" | "error">;
}

/** Resolves when the whole catalogue has been read; rejects when that fails. */
export async function startCatalogue(options: CatalogueOptions): Promise<Catalogue> {
  const catalogue = openCatalogue(options);
  await catalogue.loaded;
  return catalogue;
}

/** Begins to read the catalogue. Until it is `loaded` its functions throw. */
export function openCatalogue({ reads, log }: CatalogueOptions): Catalogue {
  let version = 1;
  let generation = 1;
  let followed: Followed | undefined;
  const closing = new AbortController();
  const state = { builtAt: Date.now(), changedAt: Date.now(), buildMs: 0, builds: 0, deltas: 0 };
  const cache = createQueryCache();
  const following = followCatalogue({
    build: async (signal) => {
      const start = performance.now();
      const data = await reads.connect((connection) =>
        buildInThread(connection, AbortSignal.any([signal, closing.signal])),
      );
      state.builds += 1;
      state.builtAt = Date.now();
      state.buildMs = Math.round(performance.now() - start);
      log.info({ games: data.records.ends.length, ms: state.buildMs }, "catalogue read");
      return data;
    },
    readRows: reads.prepare((db) => (ids: number[]) => listIndexedRows(db, ids)),
    onChange(how) {
      cache.filters.clear();
      cache.matches.clear();
      version += 1;
      state.changedAt = Date.now();
      if (how === "merged") state.deltas += 1;
      else generation += 1;
    },
    onError: (error) => log.error({ err: error }, "could not follow the catalogue; retrying"),
  });
  const loaded = following.then((started) => {
    followed = started;
  });
  // a failure is reported to those who await it
  loaded.catch(() => {});

  function requireFollowed(): Followed {
    if (!followed) throw new AppError("unavailable", "The catalogue is being read", { retryAfter: 2 });
    return followed;
  }

  const index = (): GameIndex => requireFollowed().index();

  return {
    loaded,
    get version() {
      return version;
    },
    get generation() {
      return generation;
    },
    find(query) {
      const { slots, total } = findPage(index(), query, cache);
      const { id } = index().columns;
      return { ids: Array.from(slots, (slot) => id[slot]!), total };
    },
    listGames: (ids) => listRows(index(), ids).map(toGame),
    homepageIds: (showExplicit) => homepageIds(index(), showExplicit),
    averageSavings: () => averageSavings(index()),
    inStockCounts: () => inStockCounts(index()),
    publicGameIds: () => publicGameIds(index()),
    handleChange: (change) => requireFollowed().handleChange(change),
    state: () => ({ ...state, games: followed?.index().slots.size ?? 0 }),
    async close() {
      closing.abort();
      await loaded.catch(() => {});
      await followed?.close();
    },
  };
}
