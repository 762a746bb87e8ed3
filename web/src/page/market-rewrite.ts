import type { LocationRewrite } from "@tanstack/react-router";
import { marketPath, splitMarketPath } from "../api/market-address.ts";

/** Where a visitor is: a country by its code, `undefined` in the default market. */
export interface Place {
  country: string | undefined;
}

/**
 * Takes the country out of addresses before the router reads them, and puts it into those that it writes. An address
 * without one leaves the place as it is: paths inside the site name none.
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
