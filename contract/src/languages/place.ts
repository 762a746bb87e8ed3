import type { Market } from "../markets/schema.ts";
import { sourceLanguage } from "./language.ts";
import type { SiteLanguage } from "./schema.ts";

/**
 * The language of a market whose address names none: the one in which it writes prices, with or without its region, if
 * the site has it; else English.
 */
export function marketLanguage(locale: string, languages: readonly { tag: string }[]): string {
  const has = (tag: string) => languages.some((language) => language.tag === tag);
  const [language = sourceLanguage] = locale.split("-");
  return has(locale) ? locale : has(language) ? language : sourceLanguage;
}

/** The paths that have an address for each country and language: those of all pages but the placeless ones. */
export const placedPages = [
  /^\/(?:(?:bundles|deals|developer|forecast|free|games|genre|shared|store|tag|under)(?:[/?#]|$)|[?#]|$)/,
  /^\/(?:alerts|contact|library|lists|login|notifications|privacy|profile|register|terms|wishlist)(?:[/?#]|$)/,
  /^\/(?:forgot-password|reset-password|undo-email|undo-factor|verify-email)(?:[/?#]|$)/,
];

/** Whether the page at this path, without a prefix, has an address for each country and language. */
export function isPlaced(path: string): boolean {
  return placedPages.some((page) => page.test(path));
}

/** The market and language that a visitor has chosen, as far as the site still has them. */
export function placeOf<One extends Pick<Market, "country" | "default" | "locale">>(
  chosen: { country: string | null; language: string | null },
  { markets, languages }: { markets: readonly One[]; languages: readonly Pick<SiteLanguage, "tag">[] },
): { market: One; language: string } {
  const market = markets.find(({ country }) => country === chosen.country) ?? markets[0]!;
  const language = languages.find(({ tag }) => tag === chosen.language)?.tag;
  return { market, language: language ?? marketLanguage(market.locale, languages) };
}

/** The market and the language that a prefix names; the default ones for what the site does not have. */
export function placeAt<One extends Pick<Market, "country" | "default" | "locale">>(
  prefix: string,
  markets: readonly One[],
  languages: readonly Pick<SiteLanguage, "tag">[],
): { market: One; language: string } {
  const [, country, tag] = /^\/([a-z]{2})(?:-(.+))?$/.exec(prefix) ?? [];
  const named = languages.find((one) => one.tag.toLowerCase() === tag);
  return placeOf({ country: country?.toUpperCase() ?? null, language: named?.tag ?? null }, { markets, languages });
}

/** The path of a page at a prefix. A search may follow it. */
export function placePath(path: string, prefix: string): string {
  return prefix === "" || !isPlaced(path) ? path : `${prefix}${path.replace(/^\/(?=[?#]|$)/, "")}`;
}

/** What follows the path of a file, as of a feed or a picture: without a country the default market's, in English. */
export function placeSearch(country: string | undefined, language: string): string {
  const search = new URLSearchParams({
    ...(country !== undefined && { country }),
    ...(language !== sourceLanguage && { language }),
  });
  return search.size === 0 ? "" : `?${search}`;
}

/** The prefix of a market in a language: none for the default market in its own language. */
export function prefixOf(
  market: Pick<Market, "country" | "default" | "locale">,
  language: string,
  languages: readonly Pick<SiteLanguage, "tag">[],
): string {
  const country = `/${market.country.toLowerCase()}`;
  if (language !== marketLanguage(market.locale, languages)) return `${country}-${language.toLowerCase()}`;
  return market.default ? "" : country;
}
