import type { GameBundle } from "contract/bundles/schema.ts";
import type { Texts } from "contract/content-strings/variables.ts";
import type { Endpoint } from "contract/core/endpoint.ts";
import { AppError } from "contract/core/errors.ts";
import { pageCount } from "contract/core/pagination.ts";
import { searchWords } from "contract/core/text.ts";
import { gameEndpoints } from "contract/games/api.ts";
import { nameOfSlug } from "contract/games/names.ts";
import type { Game, GameDetail } from "contract/games/schema.ts";
import { freeGameSorts } from "contract/games/sorting.ts";
import type { LibraryView } from "contract/library/rules.ts";
import { type ExchangeRates, type Market, priceCountry } from "contract/markets/schema.ts";
import type { MyStores } from "contract/my-stores/rules.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import type { FastifyInstance } from "fastify";
import { whileReachable } from "../../platform/db/unreachable.ts";
import { type BindOptions, bind, type CallContext, type Handler } from "../../platform/http/bind.ts";
import { type FindLibrary, libraryOf, typesFor } from "./policy-library.ts";
import { isFiltered, type OpenMarket, requireFilters } from "./policy-lists.ts";
import { type DetailPrices, type OfferRow, type OfferVoucher, toGameDetail, toPartialGame } from "./present.ts";
import type { GameIndex, MarketsWithout, ShownMarket } from "./read-model/game-index.ts";
import type { Caller } from "./read-model/library.ts";
import type { GamesQuery } from "./read-model/query.ts";

export interface GameOptions {
  gameIndex: GameIndex;
  /** The texts of the site in a language. */
  textsIn(language?: string): Texts;
  openMarket: OpenMarket;
  /** Throws `invalid` for a store that is unknown or not enabled. */
  requireStores(keys: readonly StoreKey[]): void;
  exchangeRates(): ExchangeRates | null;
  findLibrary: FindLibrary;
  /** The offers of games by enabled stores in a market, in the order of the stores. */
  listOffers(gameIds: number[], country: string): Promise<(OfferRow & { gameId: number })[]>;
  /** The best voucher for each of a game's offers in a market, by store. */
  findVouchers(gameId: number, country: string, offers: readonly OfferRow[]): ReadonlyMap<StoreKey, OfferVoucher>;
  /** Reads the game's prices, and compares the best one with its history, at all stores or at some of them. */
  readPrices(gameId: number, market: Market, pricesOf?: MyStores): Promise<DetailPrices>;
  /** The ids of a game's DLC, the most played first. */
  listDlc(gameId: number): Promise<number[]>;
  /** The subscription plans that have a game in a country. */
  listSubscriptions(gameId: number, country: string): Promise<GameDetail["subscriptions"]>;
  /** The bundles on sale in a market that a game is in. */
  listBundles(gameId: number, market: Market): Promise<GameBundle[]>;
  /** Called with the number of games that a search without filters found, corrections included. */
  onSearch(search: string, total: number): void;
}

const maxSuggestions = 8;

const noSuggestions = { games: [], total: 0, hidden_explicit: 0, genres: [], tags: [], developers: [] };

export function gameRoutes(app: FastifyInstance, options: GameOptions): void {
  const { gameIndex, openMarket, requireStores, exchangeRates, listOffers, findLibrary, onSearch } = options;
  const { readPrices, findVouchers, listSubscriptions, listBundles, listDlc, textsIn } = options;

  /** Returns the caller of a list. Await it before reading anything that a cached response depends on. */
  async function callerIn({ viewer }: CallContext, view: LibraryView): Promise<Caller> {
    return { showExplicit: showsExplicit(viewer), library: await libraryOf(viewer, view, findLibrary) };
  }

  /** Mounts a call that returns games from `toGame`, which have no fields beyond the contract. */
  function bindList<E extends Endpoint>(endpoint: E, handler: Handler<E>, options: BindOptions = {}) {
    bind(app, endpoint, handler, { ...options, skipResponseValidation: true });
  }

  bindList(gameEndpoints.listGames, async ({ query }, context) => {
    const { fields, facets, page, limit, order, library: view, ...rest } = query;
    const { sortBy: sort = query.search ? "relevance" : "rating", language: _, ...filters } = rest;
    const caller = await callerIn(context, view);
    const criteria = { ...filters, ...caller, type: filters.type ?? typesFor(view) };
    const without = facets && (await marketsWithout(query));
    const market = await openMarket(query);
    const found = listPage({ ...criteria, page, limit, sort, order }, market);
    const counts = without ? gameIndex.countFacets(market, criteria, without) : {};
    const list = await found;
    const games = fields?.includes("offers") ? await withOffers(list.games, market) : list.games;
    return { ...list, ...counts, games: games.map((game) => toPartialGame(game, fields)) };
  });

  /** The markets that would be shown without each filter by offers. */
  async function marketsWithout(query: Parameters<OpenMarket>[0]): Promise<MarketsWithout> {
    return {
      store: await openMarket({ ...query, store: undefined }),
      official: await openMarket({ ...query, official: undefined }),
      activates: await openMarket({ ...query, activates: [] }),
    };
  }

  bindList(gameEndpoints.freeGames, async ({ query: { sortBy, library: view, ...rest } }, context) => {
    const caller = await callerIn(context, view);
    const query = { ...rest, ...caller, type: typesFor(view), free: true, sort: freeGameSorts[sortBy] };
    return listPage(query, await openMarket(rest));
  });

  bind(app, gameEndpoints.suggestGames, async ({ query: { q, library: view, language, ...requested } }, context) => {
    if (searchWords(q).length === 0) return noSuggestions;
    const caller = await callerIn(context, view);
    const market = await openMarket({ ...requested, language });
    const { ids, total, hiddenExplicit } = gameIndex.find(market, {
      search: q,
      sort: "relevance",
      order: "DESC",
      store: requested.store,
      official: requested.official,
      activates: requested.activates,
      ...caller,
      offset: 0,
      limit: maxSuggestions,
    });
    const games = await gameIndex.listGames(market, ids);
    const texts = textsIn(language);
    const names = gameIndex.suggestNames(q, (kind, slug) => nameOfSlug(texts, kind, slug));
    return { games, total, hidden_explicit: hiddenExplicit, ...names };
  });

  bindList(gameEndpoints.homepageGames, async ({ query }, context) => {
    const caller = await callerIn(context, query.library);
    const market = await openMarket(query);
    return { games: await gameIndex.listGames(market, gameIndex.homepageIds(market, caller)) };
  });

  bind(app, gameEndpoints.priceStats, async ({ query }) => ({
    avg_savings_percentage: gameIndex.averageSavings(await openMarket(query)),
  }));

  const showGame: Handler<typeof gameEndpoints.game> = async ({ params, query }) => {
    const market = await openMarket(query);
    const [game] = await gameIndex.listGames(market, [params.id]);
    if (!game) throw new AppError("not_found", "Game not found");
    const [prices, subscriptions, bundles] = await Promise.all([
      whileReachable(null, readPrices(params.id, market, query.prices_of)),
      whileReachable([], listSubscriptions(params.id, market.country)),
      whileReachable([], listBundles(params.id, market)),
    ]);
    const { offers = [], past, marketPrices } = prices ?? {};
    return toGameDetail(game, offers, {
      otherTitles: gameIndex.otherTitles(game.id),
      rates: exchangeRates(),
      vouchers: findVouchers(game.id, market.country, offers),
      past: game.best_price === null ? null : past,
      marketPrices,
      subscriptions,
      bundles,
    });
  };
  bind(app, gameEndpoints.game, showGame);

  bindList(gameEndpoints.similarGames, async ({ params, query }, context) => {
    const caller = await callerIn(context, query.library);
    const market = await openMarket(query);
    if (!gameIndex.hasGame(params.id)) throw new AppError("not_found", "Game not found");
    const { games, byDeveloper } = gameIndex.findSimilar(params.id, caller);
    const shown = await gameIndex.listGames(market, [...games, ...byDeveloper]);
    return { games: shown.slice(0, games.length), by_developer: shown.slice(games.length) };
  });

  bindList(gameEndpoints.gameDlc, async ({ params, query }, { viewer }) => {
    const market = await openMarket(query);
    const ids = await whileReachable([], listDlc(params.id));
    const all = await gameIndex.listGames(market, ids);
    const games = all.filter(({ explicit }) => !explicit || showsExplicit(viewer));
    const library = viewer && viewer.libraryVersion > 0 ? await findLibrary(viewer) : null;
    return { games, owned: ids.filter((id) => library?.owned.includes(id)) };
  });

  bindList(gameEndpoints.gamesByIds, async ({ query, body }, context) => {
    const games = await gameIndex.listGames(await openMarket(query), [...new Set(body.gameIds)]);
    const shown = games.filter((game) => !game.explicit || showsExplicit(context.viewer));
    return { games: shown, hidden_explicit: games.length - shown.length };
  });

  async function withOffers(games: readonly Game[], market: Market): Promise<GameDetail[]> {
    const ids = games.map(({ id }) => id);
    const all = Map.groupBy(await whileReachable([], listOffers(ids, priceCountry(market))), ({ gameId }) => gameId);
    const rates = exchangeRates();
    return games.map((game) => {
      const offers = all.get(game.id) ?? [];
      const vouchers = findVouchers(game.id, market.country, offers);
      return toGameDetail(game, offers, { otherTitles: gameIndex.otherTitles(game.id), rates, vouchers });
    });
  }

  /** Finds the page before anything else can happen; only its games are read. */
  async function listPage({ page, country: _, prices_of, language: __, ...query }: ListQuery, market: ShownMarket) {
    requireFilters(query, market, requireStores);
    const { limit, search, library } = query;
    const found = gameIndex.find(market, { ...query, offset: (page - 1) * limit });
    const { ids, total, hidden, hiddenExplicit, corrected } = found;
    if (search && !query.exact && !prices_of && !isFiltered(query)) onSearch(search, total + hidden + hiddenExplicit);
    const games = await gameIndex.listGames(market, ids);
    return {
      games,
      totalPages: pageCount(total, limit),
      totalGames: total,
      currentPage: page,
      ...(search && { corrected }),
      ...(library?.view === "hide" && { hidden }),
      hidden_explicit: hiddenExplicit,
    };
  }
}

interface RequestedMarket {
  country?: string | undefined;
  prices_of?: MyStores | undefined;
  language?: string | undefined;
}

type ListQuery = Omit<GamesQuery, "offset"> & RequestedMarket & { page: number };

function showsExplicit(viewer: { showExplicit: boolean } | null): boolean {
  return viewer?.showExplicit ?? false;
}
