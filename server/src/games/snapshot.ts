import { searchWords } from "contract/games/rules.ts";
import type { Game } from "contract/games/schema.ts";
import type { StoreKey } from "contract/stores.ts";
import type { FastifyBaseLogger } from "fastify";
import type { Change } from "../db/changes.ts";
import type { Connection, Db } from "../db/connect.ts";
import { listSnapshotRows, prepareListGames } from "./queries.ts";
import { averageSavings, homepageIds, inStockCounts, publicGameIds } from "./snapshot-figures.ts";
import { followCatalogue } from "./snapshot-follow.ts";
import { createGameCache } from "./snapshot-games.ts";
import { findPage, type GameQuery } from "./snapshot-query.ts";
import { createResultCache } from "./snapshot-results.ts";
import { buildInThread } from "./snapshot-thread.ts";

export interface CatalogueQuery extends Omit<GameQuery, "words"> {
  /** As typed; `""` = all games. */
  search: string;
}

/** The catalogue in memory: answers which games a list shows without asking the database. */
export interface Catalogue {
  /** Grows whenever an answer of the catalogue may have become another. */
  readonly version: number;
  /** A part of a list, and how many games the whole of it has. */
  find(query: CatalogueQuery): { ids: number[]; total: number };
  /** The games of these ids in that order; unknown ids are left out. Fails when the database has to be asked and is away. */
  listGames(ids: readonly number[]): Promise<Game[]>;
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

/** How the read model stands; times in ms since 1970. */
export interface CatalogueState {
  games: number;
  builtAt: number;
  changedAt: number;
  /** How long the last building took, in ms. */
  buildMs: number;
  /** Since the start. */
  builds: number;
  /** Changes that were merged in without building anew, since the start. */
  deltas: number;
}

export interface CatalogueOptions {
  db: Db;
  /** For the thread that reads the whole catalogue. */
  connection: Connection;
  log: Pick<FastifyBaseLogger, "info" | "error">;
}

/** Resolves when the whole catalogue has been read; rejects when that fails. */
export async function startCatalogue({ db, connection, log }: CatalogueOptions): Promise<Catalogue> {
  let version = 1;
  const state = { builtAt: Date.now(), changedAt: Date.now(), buildMs: 0, builds: 0, deltas: 0 };
  const games = createGameCache(prepareListGames(db));
  const results = createResultCache();
  const followed = await followCatalogue({
    build: async (signal) => {
      const start = performance.now();
      const data = await buildInThread(connection, signal);
      state.builds += 1;
      state.builtAt = Date.now();
      state.buildMs = Math.round(performance.now() - start);
      log.info({ games: data.columns.size, ms: state.buildMs }, "catalogue read");
      return data;
    },
    readRows: (ids) => listSnapshotRows(db, ids),
    onChange(change) {
      if (change === "*") games.clear();
      else games.drop(change);
      results.clear();
      version += 1;
      state.changedAt = Date.now();
      if (change !== "*" && change.length > 0) state.deltas += 1;
    },
    onError: (error) => log.error({ err: error }, "could not follow the catalogue; trying again"),
  });

  return {
    get version() {
      return version;
    },
    find({ search, ...rest }) {
      const snapshot = followed.snapshot();
      const { slots, total } = findPage(snapshot, { ...rest, words: searchWords(search) }, results);
      return { ids: Array.from(slots, (slot) => snapshot.columns.ids[slot]!), total };
    },
    listGames: games.list,
    homepageIds: (showExplicit) => homepageIds(followed.snapshot(), showExplicit),
    averageSavings: () => averageSavings(followed.snapshot()),
    inStockCounts: () => inStockCounts(followed.snapshot()),
    publicGameIds: () => publicGameIds(followed.snapshot()),
    handleChange: followed.handleChange,
    state: () => ({ ...state, games: followed.snapshot().orders.rating.ASC.length }),
    close: followed.close,
  };
}
