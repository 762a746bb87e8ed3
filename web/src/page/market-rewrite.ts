import type { LocationRewrite } from "@tanstack/react-router";
import {
  isMarketPage,
  isOfficialAddress,
  marketPath,
  officialParameter,
  splitMarketPath,
} from "../api/market-address.ts";
import { isOfficialOnly, nameOfficial } from "../api/my-stores.ts";

/** Whose prices a visitor sees. */
export interface Place {
  /** A country by its code, `undefined` in the default market. */
  country: string | undefined;
  /** Whether the address that the page was opened at names official stores; in the browser `isOfficialOnly` decides. */
  official: boolean;
}

/**
 * Removes country and stores from addresses that the router reads, and adds them to those that it writes. An address
 * without them leaves the place unchanged: internal addresses have neither.
 */
export function marketRewrite(place: Place): LocationRewrite {
  return {
    input: ({ url }) => {
      const { country, path } = splitMarketPath(url.pathname);
      if (country !== undefined) place.country = country;
      if (!isOfficialAddress(url)) return withPath(url, path);
      place.official = true;
      if (!import.meta.env.SSR) nameOfficial(true);
      const changed = withPath(new URL(url), path);
      changed.searchParams.delete(officialParameter.name);
      return changed;
    },
    output: ({ url }) => {
      const isOfficial = import.meta.env.SSR ? place.official : isOfficialOnly();
      const changed = withPath(url, marketPath(url.pathname, place.country));
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
