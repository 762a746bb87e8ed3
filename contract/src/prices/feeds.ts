import { isCurrencyCode } from "../core/currencies.ts";

/** A store's product feed for a country, as the setting `sync.feeds` lists it. */
export interface Feed {
  store: string;
  country: string;
  url: string;
  /** What amounts are in that name no currency; without it they are refused. */
  currency?: string;
  /** Names that the feed has for our columns, by ours. */
  columns?: Record<string, string>;
}

const maxFeeds = 1_000;

const isText = (value: unknown): value is string => typeof value === "string" && value.length <= 2_000;

/** What each field must be. Without a schema library: the panel checks it while it is typed. */
const fields: Record<keyof Feed, { isNeeded?: true; what: string; fits(value: unknown): boolean }> = {
  store: {
    isNeeded: true,
    what: "the key of a store",
    fits: (value) => isText(value) && /^[a-z0-9][a-z0-9-]{0,39}$/.test(value),
  },
  country: {
    isNeeded: true,
    what: "a country, such as GB",
    fits: (value) => isText(value) && /^[A-Z]{2}$/.test(value),
  },
  url: {
    isNeeded: true,
    what: "an https address",
    fits: (value) => isText(value) && /^https?:\/\/[^/\\\s]/.test(value) && URL.canParse(value),
  },
  currency: { what: "a currency, such as GBP", fits: (value) => isText(value) && isCurrencyCode(value) },
  columns: { what: "names of columns", fits: (value) => isObject(value) && Object.values(value).every(isText) },
};

/** What is wrong with a list of feeds, in one line; `null` when it can be used. */
export function feedsProblem(feeds: unknown): string | null {
  if (!Array.isArray(feeds)) return "Value must be a list of feeds";
  if (feeds.length > maxFeeds) return `Value must have at most ${maxFeeds} feeds`;
  const seen = new Set<string>();
  for (const [n, feed] of feeds.entries()) {
    const problem = feedProblem(feed);
    if (problem) return `Feed ${n + 1}: ${problem}`;
    const { store, country } = feed as Feed;
    if (seen.size === seen.add(`${store} ${country}`).size) return `Feed ${n + 1}: ${store} has another for ${country}`;
  }
  return null;
}

function feedProblem(feed: unknown): string | null {
  if (!isObject(feed)) return "must be an object";
  const unknown = Object.keys(feed).find((name) => !Object.hasOwn(fields, name));
  if (unknown !== undefined) return `${unknown.slice(0, 50)} is no field of a feed`;
  for (const [name, { isNeeded, what, fits }] of Object.entries(fields)) {
    const value = feed[name];
    if (value === undefined ? isNeeded : !fits(value)) return `${name} must be ${what}`;
  }
  return null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
