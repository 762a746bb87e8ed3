import { isSoldBundle, type SoldBundle } from "contract/bundles/rules.ts";
import { AppError } from "contract/core/errors.ts";
import type { NamedKind } from "contract/games/landing/rules.ts";
import type { Game, GameList } from "contract/games/schema.ts";
import { otherTitles } from "contract/games/titles.ts";
import { type Market, priceCountry } from "contract/markets/schema.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import type { FastifyBaseLogger } from "fastify";
import type { Change } from "../../../platform/db/changes/changes.ts";
import type { Connection, Db } from "../../../platform/db/connect.ts";
import type { GameIndexState } from "../../../platform/observability/metrics.ts";
import { toGame, toNamedBundle } from "../present.ts";
import { prepareReadDetails, readChangedRows } from "../queries.ts";
import { type DealQuery, findDeals } from "./deals.ts";
import { createDetailsCache } from "./details-cache.ts";
import { countFacets } from "./facets.ts";
import { type Listed, type OfferFilter, variesByCountry } from "./filters.ts";
import { type Followed, followGames } from "./follow.ts";
import { type IndexedGames, readFacts } from "./indexed-games.ts";
import { type LandingName, type LandingNames, landingNamesOf } from "./landing-names.ts";
import { keyOf, type Layout, narrowLayout, type ShownOffers } from "./layout.ts";
import { type Caller, mayShow } from "./library.ts";
import { createListCache } from "./list-cache.ts";
import { hasNames } from "./name-column.ts";
import { openPriceBooks } from "./price-books.ts";
import { findPage, type GamesQuery, type ListCriteria } from "./query.ts";
import { findNamed, type NamedGame } from "./search/named-games.ts";
import { type ShowName, type SuggestedNames, suggestNames } from "./search/suggest-names.ts";
import { pricesAmong, pricesInBook } from "./shown-prices.ts";
import { findSimilar, indexNames, type NameIndex, type SimilarIds } from "./similar.ts";
import { averageSavings, homepageIds, inStockCounts, priceChangedAt, publicGameIds } from "./stats.ts";
import { build } from "./thread.ts";

/** A market with the prices of all its stores, or of some. */
export type ShownMarket = Market & {
  /** The offers that count; left out = all. */
  offers?: ShownOffers;
  /** Whether the visitor prefers these stores: only then the best price of all stores is shown beside theirs. */
  isPreference?: boolean;
  /** The language of titles that are shown beside the English ones. */
  language?: string | undefined;
};

type BundleMarket = Pick<Market, "country" | "currency">;

/** The markets that would be shown without each filter by offers. */
export type MarketsWithout = Record<OfferFilter, ShownMarket>;

/** The catalogue in memory: lists and games without a query to the database (decision 005). */
export interface GameIndex {
  /** Resolves once the whole catalogue is read; rejects if that fails or `close` aborts it. */
  readonly loaded: Promise<void>;
  /** Increases with every change. */
  readonly version: number;
  /**
   * Resolves once the prices of the market are in memory; call the other functions synchronously then. They throw
   * `unavailable` for a market whose prices are not. Those of the default market always are.
   */
  openMarket(market: Market): Promise<void>;
  /** A page of a market's list. */
  find(market: ShownMarket, query: GamesQuery): FoundGames;
  /** The games of all types that a name may mean, as the search finds them, best matches first. */
  findNamed(name: string, limit: number): NamedGame[];
  /** The titles by which a game is known besides its own, apart from those by language. */
  otherTitles(id: number): string[];
  /** Counts the games that each option of the filters would leave; see `GameList` in the contract. */
  countFacets(
    market: ShownMarket,
    criteria: ListCriteria,
    without: MarketsWithout,
  ): Pick<GameList, "facets" | "without">;
  /** A page of a section of deals, each with its score, and the total number of deals in the section. */
  findDeals(
    market: ShownMarket,
    query: DealQuery,
  ): { deals: { id: number; score: number | null }[]; total: number; hiddenExplicit: number };
  /** The ids of games like this one, and of others by its developer; none for an unknown game. */
  findSimilar(id: number, caller: Caller): SimilarIds;
  /** Genres, tags and developers whose names begin with the text or contain it: at most four of each. */
  suggestNames(text: string, shown?: ShowName): SuggestedNames;
  /**
   * The games of these ids in that order, with a market's prices; unknown ids are left out. Prices, links and other
   * details are read from the database; while it is unreachable, there is only what is in memory.
   */
  listGames(market: ShownMarket, ids: readonly number[]): Promise<Game[]>;
  /** The bundle with the game that is on sale in the market now; of several the one that ends soonest. */
  bundleOf(market: BundleMarket, id: number): Game["bundle"];
  /** The best rated games with a price, at most 12. */
  homepageIds(market: ShownMarket, caller: Caller): number[];
  /** In percent with one decimal; `null` when no game is cheaper elsewhere than at Steam. */
  averageSavings(market: ShownMarket): number | null;
  /** The number of offers of each store not known to be out of stock; stores without any are left out. */
  inStockCounts(market: Market): ReadonlyMap<StoreKey, number>;
  /** Whether visitors may see such a game. */
  hasGame(id: number): boolean;
  /** Whether a subscription plan has the game in some country. */
  hasPlans(id: number): boolean;
  /** The games that are not explicit, ascending. */
  publicGameIds(): number[];
  /** When the best price last changed in a market, in ms since 1970. */
  priceChangedAt(market: Market, id: number): number | null;
  /** The genre, tag or developer with that slug among the games that lists show by default; `null` without any game. */
  findLandingName(kind: NamedKind, slug: string): LandingName | null;
  /** All of them, most games first. */
  listLandingNames(kind: NamedKind): readonly LandingName[];
  /** Call it when the games in bundles have changed. */
  handleBundles(): void;
  /** Applies a committed change. Resolves when the catalogue includes it. */
  handleChange(change: Change): Promise<void>;
  state(): GameIndexState;
  close(): Promise<void>;
}

interface FoundGames {
  ids: number[];
  /** The number of games in the whole list. */
  total: number;
  /** The number of games that the caller's library hides. */
  hidden: number;
  /** The number of games that are left out because they are explicit. */
  hiddenExplicit: number;
  /** The corrected search; `null` if it was not corrected. */
  corrected: string | null;
}

/** Identifies the criteria. A library is identified by its key. */
function criteriaKey({ library, ...criteria }: ListCriteria): string {
  return JSON.stringify({ ...criteria, ...(library && { library: [library.view, library.games.key] }) });
}

/** The bundles of each game, in their order. */
function bundlesByGame(found: readonly SoldBundle[]): ReadonlyMap<number, readonly SoldBundle[]> {
  const byGame = new Map<number, SoldBundle[]>();
  for (const bundle of found) {
    for (const id of bundle.contains) byGame.set(id, [...(byGame.get(id) ?? []), bundle]);
  }
  return byGame;
}

export interface GameIndexOptions {
  db: Db;
  /** Of the same database, for a thread. */
  connection: Connection;
  log: Pick<FastifyBaseLogger, "info" | "error">;
  /** The maximum size of the prices in memory. */
  maxBookBytes?: number;
  /** The bundles with games, those that end soonest first. */
  bundled?: () => readonly SoldBundle[];
  /** In ms since 1970. */
  now?: () => number;
}

/** Resolves once the whole catalogue is read; rejects if that fails. */
export async function startGameIndex(options: GameIndexOptions): Promise<GameIndex> {
  const gameIndex = openGameIndex(options);
  await gameIndex.loaded;
  return gameIndex;
}

/** Begins reading the catalogue. Its functions throw until it is `loaded`. */
export function openGameIndex({
  db,
  connection,
  log,
  maxBookBytes = Number.POSITIVE_INFINITY,
  bundled = () => [],
  now = Date.now,
}: GameIndexOptions): GameIndex {
  let version = 1;
  /** Cached until the games of a name change. */
  let landingNames: Partial<LandingNames> = {};
  let nameIndex: NameIndex | undefined;
  let followed: Followed | undefined;
  const closing = new AbortController();
  const state = { builtAt: Date.now(), changedAt: Date.now(), buildMs: 0, builds: 0, deltas: 0 };
  const lists = createListCache(now);
  const following = followGames({
    build: async (signal, countries) => {
      const start = performance.now();
      const data = await build(connection, { countries }, AbortSignal.any([signal, closing.signal]));
      state.builds += 1;
      state.builtAt = Date.now();
      state.buildMs = Math.round(performance.now() - start);
      log.info({ games: data.records.ends.length, ms: state.buildMs }, "catalogue loaded");
      return data;
    },
    buildBook: async (signal, country, ids, size) => {
      const start = performance.now();
      const books = await build(connection, { countries: [country], games: { ids, size } }, signal);
      const built = books[country]!;
      log.info({ country, offers: built.book.end, ms: Math.round(performance.now() - start) }, "prices loaded");
      return built;
    },
    readRows: (ids, countries) => readChangedRows(db, ids, countries),
    onChange(change) {
      version += 1;
      state.changedAt = Date.now();
      lists.clear();
      if (change !== "rebuilt") state.deltas += 1;
      if (change !== "prices") clearNames();
    },
    onError: (error) => log.error({ err: error }, "failed to update the catalogue in memory; retrying"),
  });
  const loaded = following.then((started) => {
    followed = started;
  });
  // a failure is reported to those who await it
  loaded.catch(() => {});

  const shownDetails = createDetailsCache(prepareReadDetails(db));
  const books = openPriceBooks({ followed: requireFollowed, maxBytes: maxBookBytes, now });

  function requireFollowed(): Followed {
    if (!followed) throw new AppError("unavailable", "The catalogue is being read", { retryAfter: 2 });
    return followed;
  }

  function clearNames(): void {
    landingNames = {};
    nameIndex = undefined;
  }

  function landingNamesIn(kind: NamedKind): ReadonlyMap<string, LandingName> {
    landingNames[kind] ??= landingNamesOf(index(), kind);
    return landingNames[kind];
  }

  const index = (): IndexedGames => requireFollowed().index();

  function layoutOf({ offers, ...market }: ShownMarket): Layout {
    const country = priceCountry(market);
    const { all } = books.find(country);
    if (!offers) return all;
    const { layouts, titles } = index();
    const key = keyOf(country, offers);
    const layout = layouts.get(key) ?? narrowLayout(all, key, offers, titles.length);
    layouts.set(key, layout);
    return layout;
  }

  const listedIn = (market: ShownMarket): Listed => ({
    index: index(),
    layout: layoutOf(market),
    market,
    bundled: bundled(),
    now: lists.hour(),
  });

  let sold = { bundles: bundled(), byGame: bundlesByGame(bundled()) };

  function bundleOf(market: BundleMarket, id: number): Game["bundle"] {
    const found = bundled();
    if (found !== sold.bundles) sold = { bundles: found, byGame: bundlesByGame(found) };
    const bundle = sold.byGame.get(id)?.find((one) => isSoldBundle(one, market.country, now()));
    return bundle ? toNamedBundle(bundle, market) : null;
  }

  async function listGames(market: ShownMarket, ids: readonly number[]): Promise<Game[]> {
    const { offers, isPreference = false } = market;
    const country = priceCountry(market);
    const details = await shownDetails.read(country, ids, offers !== undefined);
    if (ids.some((id) => !details.has(id))) await books.open(country);
    return ids.flatMap((id) => {
      const slot = index().slots.get(id);
      if (slot === undefined) return [];
      const facts = readFacts(index(), slot);
      const shown = { ...market, bundle: bundleOf(market, id) };
      const { prices, stores } = details.get(id) ?? {};
      const all = prices ?? pricesInBook(layoutOf({ ...market, offers: undefined }), slot);
      if (!offers) return toGame({ ...facts, ...all }, shown, now());
      const some = prices ? stores && pricesAmong(all, stores, offers) : pricesInBook(layoutOf(market), slot);
      const { bestMinor, bestStore } = all;
      return toGame(
        { ...facts, ...(some ?? all), ...(isPreference && { everywhere: { bestMinor, bestStore } }) },
        shown,
        now(),
      );
    });
  }

  return {
    loaded,
    get version() {
      return version;
    },
    openMarket: (market) => books.open(priceCountry(market)),
    find(market, query) {
      const listed = listedIn(market);
      const { slots, ...found } = findPage(listed, query, lists);
      const { id } = listed.index.columns;
      return { ...found, ids: Array.from(slots, (slot) => id[slot]!) };
    },
    findNamed: (name, limit) => findNamed(index(), name, limit),
    otherTitles(id) {
      const slot = index().slots.get(id);
      return slot === undefined ? [] : otherTitles(readFacts(index(), slot));
    },
    countFacets(market, criteria, without) {
      const source = { listed: listedIn(market), lists };
      const sourceOf = (name: OfferFilter) => ({ listed: listedIn(without[name]), lists });
      const sources = { store: sourceOf("store"), official: sourceOf("official"), activates: sourceOf("activates") };
      const names = [source, ...Object.values(sources)].map(({ listed }) => listed.layout.key).join(" ");
      const place = variesByCountry(criteria) ? `${market.country} ` : "";
      return lists.facets(`${place}${names} ${criteriaKey(criteria)}`, () => countFacets(source, criteria, sources));
    },
    findDeals: (market, query) => findDeals(listedIn(market), query, lists),
    findSimilar(id, caller) {
      nameIndex ??= indexNames(index());
      return findSimilar(index(), nameIndex, id, mayShow(index(), caller));
    },
    suggestNames: (text, shown) =>
      suggestNames(
        { genres: landingNamesIn("genre"), tags: landingNamesIn("tag"), developers: landingNamesIn("developer") },
        text,
        shown,
      ),
    listGames,
    bundleOf,
    hasGame: (id) => index().slots.has(id),
    hasPlans(id) {
      const slot = index().slots.get(id);
      return slot !== undefined && hasNames(index().names.plan, slot);
    },
    homepageIds: (market, caller) => homepageIds(index(), layoutOf(market), mayShow(index(), caller)),
    averageSavings: (market) => averageSavings(index(), layoutOf(market)),
    inStockCounts: (market) => inStockCounts(index(), layoutOf(market)),
    publicGameIds: () => publicGameIds(index()),
    priceChangedAt: (market, id) => priceChangedAt(index(), layoutOf(market), id),
    findLandingName: (kind, slug) => landingNamesIn(kind).get(slug) ?? null,
    listLandingNames: (kind) => [...landingNamesIn(kind).values()],
    handleBundles() {
      version += 1;
      lists.clear();
    },
    async handleChange(change) {
      shownDetails.handleChange(change);
      await requireFollowed().handleChange(change);
    },
    state: () => ({
      ...state,
      games: followed?.index().slots.size ?? 0,
      ...(followed ? books.state() : { books: 0, bookBytes: 0 }),
    }),
    async close() {
      closing.abort();
      books.close();
      await loaded.catch(() => {});
      await followed?.close();
    },
  };
}
