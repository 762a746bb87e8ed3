import type { LocationRewrite } from "@tanstack/react-router";
import { sourceLanguage } from "contract/languages/language.ts";
import { placeAt, placePath, prefixOf } from "contract/languages/place.ts";
import { withBase, withoutBase } from "../api/base-path.ts";
import type { Places } from "../api/market.ts";
import { isOfficialOnly, nameOfficial } from "../api/my-stores.ts";
import { isMarketPage, isOfficialAddress, officialParameter, splitPlace } from "../api/place.ts";

/** Whose prices a visitor sees, and in which language. */
export interface Place {
  /** A country by its code, `undefined` in the default market. */
  country: string | undefined;
  /** The tag of the page's language. */
  language: string;
  /** What the addresses of its pages begin with. */
  prefix: string;
  /** Whether the address that the page was opened at names them. */
  isNamed: boolean;
  /** Whether the address that the page was opened at names official stores; in the browser `isOfficialOnly` decides. */
  official: boolean;
}

/** The place before an address names another one: that of the browser's country in English. */
export function firstPlace(country: string | undefined): Place {
  const prefix = country === undefined ? "" : `/${country.toLowerCase()}`;
  return { country, language: sourceLanguage, prefix, isNamed: false, official: false };
}

/**
 * Finds the place's market and language by its prefix, once the site's are known. Returns whether the prefix is spelled
 * as it should be: each place has one.
 */
export function settlePlace(place: Place, { markets, languages }: Places): boolean {
  const { market, language } = place.isNamed
    ? placeAt(place.prefix, markets, languages)
    : inOwnLanguage(place, { markets, languages });
  const prefix = prefixOf(market, language, languages);
  const isSettled = prefix === place.prefix;
  place.language = language;
  place.prefix = prefix;
  place.country = market.default ? undefined : market.country;
  return isSettled || !place.isNamed;
}

/** The country that the browser remembers, in the language of the site's own addresses, in which the page is. */
function inOwnLanguage({ country }: Place, { markets, languages }: Places): ReturnType<typeof placeAt> {
  const own = placeAt("", markets, languages);
  return { ...own, market: markets.find((one) => one.country === country) ?? own.market };
}

/**
 * Removes base path, place and stores from addresses that the router reads, and adds them to those that it writes. An
 * address without a place leaves it unchanged: internal addresses have none of these.
 */
export function marketRewrite(place: Place): LocationRewrite {
  return {
    input: ({ url }) => {
      const pathname = withoutBase(url.pathname);
      const { prefix, path } = splitPlace(pathname);
      if (prefix !== "") {
        place.prefix = prefix;
        place.isNamed = true;
      }
      if (!isOfficialAddress({ pathname, searchParams: url.searchParams })) return withPath(url, path);
      place.official = true;
      if (!import.meta.env.SSR) nameOfficial(true);
      const changed = withPath(new URL(url), path);
      changed.searchParams.delete(officialParameter.name);
      return changed;
    },
    output: ({ url }) => {
      const isOfficial = import.meta.env.SSR ? place.official : isOfficialOnly();
      const changed = withPath(url, withBase(placePath(url.pathname, place.prefix)));
      if (!isOfficial || !isMarketPage(url.pathname)) return changed;
      const named = new URL(changed);
      // keeps the spelling of what is there
      named.search = `${named.search ? `${named.search}&` : "?"}${officialParameter.name}=${officialParameter.value}`;
      return named;
    },
  };
}

function withPath(url: URL, path: string): URL {
  if (path === url.pathname) return url;
  // the router still needs the URL as it was
  const changed = new URL(url);
  changed.pathname = path;
  return changed;
}
