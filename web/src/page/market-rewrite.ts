import type { LocationRewrite } from "@tanstack/react-router";
import { marketPath, splitMarketPath } from "../api/market-address.ts";

/** Where a visitor is: a country by its code, `undefined` in the default market. */
export interface Place {
  country: string | undefined;
}

/**
 * Removes the country from addresses that the router reads, and adds it to those that it writes. An address without a
 * country leaves the place unchanged: internal paths have none.
 */
export function marketRewrite(place: Place): LocationRewrite {
  return {
    input: ({ url }) => {
      const { country, path } = splitMarketPath(url.pathname);
      if (country === undefined) return url;
      place.country = country;
      return withPath(url, path);
    },
    output: ({ url }) => withPath(url, marketPath(url.pathname, place.country)),
  };
}

function withPath(url: URL, path: string): URL {
  if (path === url.pathname) return url;
  // the router still needs the URL as it was
  const changed = new URL(url);
  changed.pathname = path;
  return changed;
}
