import type { BundleSummary } from "contract/bundles/schema.ts";
import { bundleTexts } from "contract/content-strings/defaults/bundle.ts";
import { embedTexts } from "contract/content-strings/defaults/embed.ts";
import { feedTexts } from "contract/content-strings/defaults/feed.ts";
import { filterTexts } from "contract/content-strings/defaults/filter.ts";
import { pictureTexts } from "contract/content-strings/defaults/picture.ts";
import { readText, type Texts } from "contract/content-strings/variables.ts";
import { formatPrice, type MoneyFormat, moneyFormat } from "contract/core/money.ts";
import { filterLabels, type LabelOptions, type WireFilters } from "contract/games/filter-labels.ts";
import { nameIn } from "contract/games/names.ts";
import { isSteamReference, lowBadge } from "contract/games/rules.ts";
import type { Game, Insight } from "contract/games/schema.ts";
import { type Language, languageOf, sourceLanguage } from "contract/languages/language.ts";
import { placePath, prefixOf } from "contract/languages/place.ts";
import type { SiteLanguage } from "contract/languages/schema.ts";
import type { FindMarket, Market } from "contract/markets/schema.ts";
import { launcherNames } from "contract/prices/launchers.ts";
import { shownStoreName } from "contract/stores/rules.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import type { FeedItem } from "./formats/feed.ts";

/** The shipped texts of what is read elsewhere. */
const shipped = { ...bundleTexts, ...feedTexts, ...filterTexts, ...embedTexts, ...pictureTexts };

/** Those of pages are in every language of the site. */
type FeedText = keyof typeof shipped | "price.free" | "game.official_from" | `game.verdict.${Verdict}`;
type Verdict = NonNullable<Insight["verdict"]>;

/** What feeds need to be written in a market. */
export interface FeedContext {
  /** Without a slash at the end. */
  publicUrl: string;
  market: Market;
  language: Language;
  /** What the paths of pages in this market and language begin with. */
  prefix: string;
  /** Prices as they are written in this market and language. */
  money: MoneyFormat;
  text(key: FeedText, variables?: Record<string, string | number>): string;
  storeName(key: string): string;
  nameOf: LabelOptions["nameOf"];
}

/** Whose prices a feed has, and the language of its texts. */
interface FeedPlace {
  country: string | undefined;
  language: string;
}

/** The inputs of the context, apart from the country and the language. */
export interface FeedSite {
  publicUrl: string;
  findMarket: FindMarket;
  listStores(): readonly { key: StoreKey; name: string }[];
  /** The texts of the site in a language, by default in English. */
  textsIn(language?: string): Texts;
  /** Those that visitors can choose. */
  listLanguages(): readonly Pick<SiteLanguage, "tag">[];
  siteName(): string;
}

/** The language of an address; English for one that the site does not have. */
export function languageIn({ listLanguages }: Pick<FeedSite, "listLanguages">, asked: unknown): string {
  return listLanguages().find(({ tag }) => tag === asked)?.tag ?? sourceLanguage;
}

/** Throws `invalid` for an unknown country. */
export function feedContext(site: FeedSite, { country, language: tag }: FeedPlace): FeedContext {
  const texts: Texts = { ...shipped, ...site.textsIn(tag) };
  const market = site.findMarket(country?.toUpperCase());
  const language = languageOf(tag);
  const stores = new Map(site.listStores().map(({ key, name }) => [key, name]));
  return {
    publicUrl: site.publicUrl,
    market,
    language,
    prefix: prefixOf(market, tag, site.listLanguages()),
    money: moneyFormat(market, tag),
    text: (key, variables = {}) =>
      readText((one) => texts[one], key, { brand: site.siteName(), ...variables }, language) ?? "",
    storeName: (key) => shownStoreName(stores.get(key as StoreKey) ?? key, texts["store.other"]),
    nameOf: (kind, name) => nameIn(texts, kind, name),
  };
}

/** The title of a list: its own name, the search, and each filter. */
export function listName(
  name: string,
  { search, ...filters }: WireFilters & { search?: string | undefined },
  { money, language, text, storeName, nameOf, planName }: FeedContext & Pick<LabelOptions, "planName">,
): string {
  const labels = filterLabels(filters, {
    text,
    money: (amount) => formatPrice(amount, money),
    storeName,
    nameOf,
    ...(planName && { planName }),
    launcherName: (launcher) => launcherNames[launcher],
    count: language.count,
    percent: language.percent,
    day: language.date,
  });
  return [name, ...(search ? [text("feed.search", { search })] : []), ...labels.map(({ label }) => label)].join(" · ");
}

/** The absolute address of a page in the market and language. */
export function addressOf(path: string, { publicUrl, prefix }: FeedContext): string {
  return publicUrl + placePath(path, prefix);
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

function titleOf(game: Game, best: number, store: string, { money, text }: FeedContext): string {
  const { cut, title: english, localized_title: title = english } = game;
  const price = best === 0 ? text("price.free") : formatPrice(best, money);
  return cut > 0 && best > 0
    ? text("feed.item_discounted", { title, price, store, cut: String(cut) })
    : text("feed.item", { title, price, store });
}

function summaryOf(game: Game, { money, language, text }: FeedContext): string {
  const { best_price: best, reference_price: reference, historical_low: low, sale_ends_at: ends } = game;
  const badge = lowBadge(game);
  const compared = isSteamReference(game) ? "feed.steam_reference" : "feed.regular";
  const isBelow = reference !== null && best !== null && reference > best;
  const sentences = [
    isBelow && text(compared, { price: formatPrice(reference, money) }),
    badge ? text(`feed.${badge}`) : low !== null && text("feed.low", { price: formatPrice(low, money) }),
    ends !== null && text("feed.until", { time: language.time(ends) }),
  ];
  return sentences.filter((sentence) => sentence !== false).join(" ");
}

/** A bundle as an item, which stays the same while it is on sale. */
export function toBundleItem(bundle: BundleSummary, context: FeedContext): FeedItem {
  const { publicUrl, market, language, text } = context;
  const { from_price: from, currency, games, ends_at: ends } = bundle;
  const price = from !== null && currency !== null ? formatPrice(from, { ...context.money, currency }) : null;
  const store = context.storeName(bundle.store);
  const facts = [
    games !== null && text("bundle.games", { count: games }),
    price !== null && text("bundle.from", { price }),
    ends !== null && text("feed.until", { time: language.time(ends) }),
  ];
  return {
    id: `tag:${new URL(publicUrl).hostname},2026:${market.country}/bundles/${bundle.id}`,
    title: `${bundle.title} · ${store}`,
    summary: facts.filter((fact) => fact !== false).join(" · "),
    link: addressOf(`/bundles/${bundle.id}`, context),
    image: null,
    // those that name no beginning are as old as the day
    updated: bundle.begins_at ?? `${new Date().toISOString().slice(0, 10)}T00:00:00.000Z`,
    ends,
  };
}

/** The name of the market's country: in English as administrators have named the market. */
export function countryName({ market, language }: FeedContext): string {
  return language.tag === sourceLanguage ? market.name : language.country(market.country);
}
