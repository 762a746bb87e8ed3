import { useCountry } from "../api/market.ts";
import { useOfficialOnly } from "../api/my-stores.ts";
import { writeAddressSearch } from "./address-search.ts";

/** A feed of games. */
export interface Feed {
  /** `games`, `free` or `deals/{section}`. */
  name: string;
  /** Filters, by their names in the API. */
  search?: Record<string, unknown>;
}

const types = { rss: "application/rss+xml", atom: "application/atom+xml", json: "application/feed+json" };

/** The path of a feed with the prices of a market; `undefined` is the default one. */
export function feedPath({ name, search }: Feed, country: string | undefined, format: keyof typeof types = "rss") {
  return `/feeds/${name}.${format}${writeAddressSearch({ ...search, country })}`;
}

/** The path of a feed with the prices that the visitor sees: of a market, and of official stores if only these count. */
export function useFeedPath({ name, search }: Feed): string {
  const official = useOfficialOnly() ? "true" : undefined;
  return feedPath({ name, search: { official, ...search } }, useCountry());
}

/** Links to a feed in every format, for the head of the page at `address`. */
export function feedLinks(feed: Feed, title: string, page: { address: string; country: string | undefined }) {
  return Object.entries(types).map(([format, type]) => ({
    rel: "alternate",
    type,
    title,
    href: new URL(feedPath(feed, page.country, format as keyof typeof types), page.address).href,
  }));
}
