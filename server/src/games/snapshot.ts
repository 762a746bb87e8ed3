import { AppError } from "contract/errors.ts";
import { searchWords } from "contract/games/rules.ts";
import type { Game } from "contract/games/schema.ts";
import type { StoreKey } from "contract/stores.ts";
import type { FastifyBaseLogger } from "fastify";
import type { Change } from "../db/changes.ts";
import type { Reads } from "../db/reads.ts";
import type { CatalogueState } from "../observability/metrics.ts";
import { toGame } from "./present.ts";
import { listSnapshotRows } from "./queries.ts";
import { averageSavings, homepageIds, inStockCounts, publicGameIds } from "./snapshot-figures.ts";
import { type Followed, followCatalogue } from "./snapshot-follow.ts";
import { listRows } from "./snapshot-model.ts";
import { findPage, type GameQuery } from "./snapshot-query.ts";
import { createResultCache } from "./snapshot-results.ts";
import { buildInThread } from "./snapshot-thread.ts";

export interface CatalogueQuery extends Omit<GameQuery, "words"> {
  /** As typed; `""` = all games. */
  search: string;
}

/** The catalogue in memory: answers which games a list shows, and what is known of them, without asking the database. */
export interface Catalogue {
  /** Resolves when the whole catalogue has been read; rejects when that fails, or is given up by `close`. */
  readonly loaded: Promise<void>;
  /** Grows whenever an answer of the catalogue may have become another. */
  readonly version: number;
  /** Grows whenever all of it has been read anew, so that any game may be another. */
  readonly generation: number;
  /** A part of a list, and how many games the whole of it has. */
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
  /** Hears of a committed change. Resolves when the catalogue shows it. */
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

/** Begins to read the catalogue. Until it is `loaded` it answers no question, and must not be told of changes. */
export function openCatalogue({ reads, log }: CatalogueOptions): Catalogue {
  let version = 1;
  let generation = 1;
  let followed: Followed | undefined;
  const closing = new AbortController();
  const state = { builtAt: Date.now(), changedAt: Date.now(), buildMs: 0, builds: 0, deltas: 0 };
  const results = createResultCache();
  const following = followCatalogue({
    build: async (signal) => {
      const start = performance.now();
      const data = await reads.connect((connection) =>
        buildInThread(connection, AbortSignal.any([signal, closing.signal])),
      );
      state.builds += 1;
      state.builtAt = Date.now();
      state.buildMs = Math.round(performance.now() - start);
      log.info({ games: data.columns.size, ms: state.buildMs }, "catalogue read");
      return data;
    },
    readRows: reads.prepare((db) => (ids: number[]) => listSnapshotRows(db, ids)),
    onChange(how) {
      results.clear();
      version += 1;
      state.changedAt = Date.now();
      if (how === "merged") state.deltas += 1;
      else generation += 1;
    },
    onError: (error) => log.error({ err: error }, "could not follow the catalogue; trying again"),
  });
  const loaded = following.then((started) => {
    followed = started;
  });
  // whoever waits for it hears of a failure; nobody has to
  loaded.catch(() => {});

  function held(): Followed {
    if (!followed) throw new AppError("unavailable", "The catalogue is being read", { retryAfter: 2 });
    return followed;
  }

  return {
    loaded,
    get version() {
      return version;
    },
    get generation() {
      return generation;
    },
    find({ search, ...rest }) {
      const snapshot = held().snapshot();
      const { slots, total } = findPage(snapshot, { ...rest, words: searchWords(search) }, results);
      return { ids: Array.from(slots, (slot) => snapshot.columns.ids[slot]!), total };
    },
    listGames: (ids) => listRows(held().snapshot(), ids).map(toGame),
    homepageIds: (showExplicit) => homepageIds(held().snapshot(), showExplicit),
    averageSavings: () => averageSavings(held().snapshot()),
    inStockCounts: () => inStockCounts(held().snapshot()),
    publicGameIds: () => publicGameIds(held().snapshot()),
    handleChange: (change) => held().handleChange(change),
    state: () => ({ ...state, games: followed?.snapshot().orders.rating.ASC.length ?? 0 }),
    async close() {
      closing.abort();
      await loaded.catch(() => {});
      await followed?.close();
    },
  };
}
