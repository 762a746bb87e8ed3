import { sourceLanguage } from "contract/languages/language.ts";
import { withBase } from "../api/base-path.ts";
import { useCountry } from "../api/market.ts";
import { useOfficialOnly } from "../api/my-stores.ts";
import { useLanguage } from "../api/texts.ts";
import { writeAddressSearch } from "./address-search.ts";

/** A feed of games. */
export interface Feed {
  /** `games`, `free` or `deals/{section}`. */
  name: string;
  /** Filters, by their names in the API. */
  search?: Record<string, unknown>;
}

const types = { rss: "application/rss+xml", atom: "application/atom+xml", json: "application/feed+json" };

/** Whose prices a feed has, `undefined` for the default market, and the language of its texts. */
interface FeedPlace {
  country: string | undefined;
  language: string;
}

/** The address of a feed. */
export function feedPath({ name, search }: Feed, place: FeedPlace, format: keyof typeof types = "rss") {
  const language = place.language === sourceLanguage ? undefined : place.language;
  return withBase(`/feeds/${name}.${format}${writeAddressSearch({ ...search, country: place.country, language })}`);
}

/** The address of a feed with the prices that the visitor sees: in a market, of official stores if only these count. */
export function useFeedPath({ name, search }: Feed): string {
  const official = useOfficialOnly() ? "true" : undefined;
  return feedPath({ name, search: { official, ...search } }, { country: useCountry(), language: useLanguage().tag });
}

/** Links to a feed in every format, for the head of the page at `address`. */
export function feedLinks(feed: Feed, title: string, page: FeedPlace & { address: string }) {
  return Object.entries(types).map(([format, type]) => ({
    rel: "alternate",
    type,
    title,
    href: new URL(feedPath(feed, page, format as keyof typeof types), page.address).href,
  }));
}
