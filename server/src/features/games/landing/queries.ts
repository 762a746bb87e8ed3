import { toAmount } from "contract/core/money.ts";
import { type GameFilters, gameFilters } from "contract/games/filters.ts";
import { genreSlugFor } from "contract/games/genres.ts";
import { type LandingKind, landingPrices, minIndexedGames, type NamedKind } from "contract/games/landing/rules.ts";
import type { LandingEntry, LandingPage } from "contract/games/landing/schema.ts";
import type { Game } from "contract/games/schema.ts";
import { firstOrder, type GameSort } from "contract/games/sorting.ts";
import type { Market } from "contract/markets/schema.ts";
import type { Retailer } from "contract/stores/schema.ts";
import { z } from "zod";
import type { GameIndex, ShownMarket } from "../read-model/game-index.ts";

export interface LandingSources {
  gameIndex: Pick<GameIndex, "openMarket" | "find" | "listGames" | "findLandingName" | "listLandingNames">;
  /** The enabled stores. */
  listStores(): readonly Pick<Retailer, "key" | "name">[];
}

/** The subject of a landing page; `filter` in the form of query parameters. */
interface Subject extends Pick<LandingPage, "slug" | "name"> {
  filter: Record<string, string>;
}

const Filters = z.object(gameFilters);

/** The landing pages of a kind, most games first; amounts in ascending order. */
export function listLandingPages(sources: LandingSources, market: Market, kind: LandingKind): LandingEntry[] {
  if (isNamed(kind)) {
    const names = sources.gameIndex.listLandingNames(kind);
    return names.map(({ slug, name, games }) => ({ slug, name, count: games }));
  }
  const subjects =
    kind === "store" ? sources.listStores().map(aboutStore) : landingPrices(market.currency).map(aboutPrice);
  const found = subjects.map(({ slug, name, filter }) => ({
    slug,
    name,
    list: listOf(sources, market, Filters.parse(filter)),
  }));
  const entries = found.map(({ slug, name, list }) => ({ slug, name, count: list.total }));
  return kind === "store" ? entries.sort((one, other) => other.count - one.count) : entries;
}

/** The facts of a landing page; `null` if there is no such page. */
export async function describeLandingPage(
  sources: LandingSources,
  market: ShownMarket,
  kind: LandingKind,
  slug: string,
): Promise<LandingPage | null> {
  const subject = findSubject(sources, market, kind, slug);
  if (!subject) return null;
  const filters = Filters.parse(subject.filter);
  const all = listOf(sources, market, filters);
  const onSale = listOf(sources, market, { ...filters, min_cut: 1 });
  const median = listOf(sources, market, { ...filters, min_cut: 1 }, "cut", Math.floor(onSale.total / 2));
  const notFree = { ...filters, min_price: Math.max(filters.min_price ?? 0, toAmount(1, market.currency)) };
  const cheapest = listOf(sources, market, notFree, "lowest_price");
  const bestRated = listOf(sources, market, filters, "rating");
  const shown = await sources.gameIndex.listGames(market, [...cheapest.first, ...bestRated.first, ...median.first]);
  const gameOf = ([id]: readonly number[]) => shown.find((game) => game.id === id);
  const best = gameOf(bestRated.first);
  return {
    kind,
    ...subject,
    count: all.total,
    on_sale: onSale.total,
    at_low: listOf(sources, market, { ...filters, min_cut: 1, low: "at" }).total,
    typical_cut: gameOf(median.first)?.cut ?? null,
    currency: market.currency,
    cheapest: toLandingGame(gameOf(cheapest.first)),
    best_rated: best?.rating == null ? null : toLandingGame(best),
  };
}

/** The paths of the landing pages that search engines should index in a market, without its country. */
export function listIndexedPaths(sources: LandingSources, market: Market, kind: LandingKind): string[] {
  return listLandingPages(sources, market, kind)
    .filter(({ count }) => count >= minIndexedGames)
    .map(({ slug }) => `/${kind}/${encodeURIComponent(slug)}`);
}

function isNamed(kind: LandingKind): kind is NamedKind {
  return kind !== "store" && kind !== "under";
}

function findSubject(
  { gameIndex, listStores }: LandingSources,
  market: Market,
  kind: LandingKind,
  slug: string,
): Subject | undefined {
  if (kind === "store")
    return listStores()
      .map(aboutStore)
      .find((store) => store.slug === slug);
  if (kind === "under")
    return landingPrices(market.currency)
      .map(aboutPrice)
      .find((price) => price.slug === slug);
  const ownSlug = (kind === "genre" && genreSlugFor(slug)) || slug;
  const name = gameIndex.findLandingName(kind, ownSlug)?.name;
  return name === undefined ? undefined : aboutName(kind, ownSlug, name);
}

function aboutStore({ key, name }: Pick<Retailer, "key" | "name">): Subject {
  return { slug: key, name, filter: { store: key } };
}

function aboutPrice(price: number): Subject {
  return { slug: String(price), name: String(price), filter: { max_price: String(price) } };
}

function aboutName(kind: NamedKind, slug: string, name: string): Subject {
  return { slug, name, filter: { [kind]: name } };
}

/** The number of games that pass the filters, and the id of the first of them. */
function listOf(
  { gameIndex }: Pick<LandingSources, "gameIndex">,
  market: ShownMarket,
  filters: GameFilters,
  sort: GameSort = "popularity",
  offset = 0,
) {
  const { ids, total } = gameIndex.find(market, {
    type: ["game"],
    ...filters,
    search: "",
    sort,
    order: firstOrder(sort),
    offset,
    limit: 1,
    showExplicit: false,
  });
  return { total, first: ids };
}

function toLandingGame(game: Game | undefined) {
  if (game === undefined) return null;
  const { id, title, localized_title, best_price, rating } = game;
  return { id, title, ...(localized_title !== undefined && { localized_title }), best_price, rating };
}
