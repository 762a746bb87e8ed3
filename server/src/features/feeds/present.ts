import { feedTexts } from "contract/content-strings/defaults/feed.ts";
import { filterTexts } from "contract/content-strings/defaults/filter.ts";
import { fillText } from "contract/content-strings/variables.ts";
import { formatCount } from "contract/core/counts.ts";
import { formatDate, formatTime } from "contract/core/dates.ts";
import { formatPrice, formatPriceOrFree } from "contract/core/money.ts";
import { filterLabels, type WireFilters } from "contract/games/filter-labels.ts";
import { isSteamReference, lowBadge } from "contract/games/rules.ts";
import type { Game } from "contract/games/schema.ts";
import type { FindMarket, Market } from "contract/markets/schema.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import type { FeedItem } from "./formats/feed.ts";

type FeedText = keyof typeof feedTexts | keyof typeof filterTexts;

/** What feeds need to be written in a market. */
export interface FeedContext {
  /** Without a slash at the end. */
  publicUrl: string;
  market: Market;
  text(key: FeedText, variables?: Record<string, string | number>): string;
  storeName(key: string): string;
}

/** The inputs of the context, apart from the country. */
export interface FeedSite {
  publicUrl: string;
  findMarket: FindMarket;
  listStores(): readonly { key: StoreKey; name: string }[];
  strings: { value(): Record<string, string> };
  siteName(): string;
}

/** Throws `invalid` for an unknown country. */
export function feedContext(site: FeedSite, country: string | undefined): FeedContext {
  const texts: Record<string, string> = { ...feedTexts, ...filterTexts, ...site.strings.value() };
  const stores = new Map(site.listStores().map(({ key, name }) => [key, name]));
  return {
    publicUrl: site.publicUrl,
    market: site.findMarket(country?.toUpperCase()),
    text: (key, variables = {}) => fillText(texts[key]!, { brand: site.siteName(), ...variables }),
    storeName: (key) => stores.get(key as StoreKey) ?? key,
  };
}

/** The title of a list: its own name, the search, and each filter. */
export function listName(
  name: string,
  { search, ...filters }: WireFilters & { search?: string | undefined },
  { market, text, storeName }: FeedContext,
): string {
  const labels = filterLabels(filters, {
    text,
    money: (amount) => formatPrice(amount, market),
    storeName,
    count: formatCount,
    day: formatDate,
  });
  return [name, ...(search ? [text("feed.search", { search })] : []), ...labels.map(({ label }) => label)].join(" · ");
}

/** The absolute address of a path in the market. */
export function addressOf(path: string, { publicUrl, market }: FeedContext): string {
  return `${publicUrl}${market.default ? "" : `/${market.country.toLowerCase()}`}${path}`;
}

/** A game's price as an item; `null` for a game that no store sells. */
export function toFeedItem(game: Game, context: FeedContext): FeedItem | null {
  const { publicUrl, market } = context;
  if (game.best_price === null || game.best_store === null || game.price_changed_at === null) return null;
  const author = new URL(publicUrl).hostname;
  return {
    // a tag URI (RFC 4151): each price change is a new item
    id: `tag:${author},2026:${market.country}/games/${game.id}/${game.price_changed_at}`,
    title: titleOf(game, game.best_price, context.storeName(game.best_store), context),
    summary: summaryOf(game, context),
    link: addressOf(`/games/${game.id}`, context),
    image: `${publicUrl}/images/games/${game.id}/landscape`,
    updated: game.price_changed_at,
    ends: game.sale_ends_at,
  };
}

function titleOf({ title, cut }: Game, best: number, store: string, { market, text }: FeedContext): string {
  const price = formatPriceOrFree(best, market);
  return cut > 0 && best > 0
    ? text("feed.item_discounted", { title, price, store, cut: String(cut) })
    : text("feed.item", { title, price, store });
}

function summaryOf(game: Game, { market, text }: FeedContext): string {
  const { best_price: best, reference_price: reference, historical_low: low, sale_ends_at: ends } = game;
  const badge = lowBadge(game);
  const compared = isSteamReference(game) ? "feed.steam_reference" : "feed.regular";
  const isBelow = reference !== null && best !== null && reference > best;
  const sentences = [
    isBelow && text(compared, { price: formatPrice(reference, market) }),
    badge ? text(`feed.${badge}`) : low !== null && text("feed.low", { price: formatPrice(low, market) }),
    ends !== null && text("feed.until", { time: formatTime(ends) }),
  ];
  return sentences.filter((sentence) => sentence !== false).join(" ");
}
