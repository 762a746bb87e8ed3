import type { feedTexts } from "contract/content-strings/defaults/feed.ts";
import type { filterTexts } from "contract/content-strings/defaults/filter.ts";
import type { Call } from "contract/core/call.ts";
import { gameEndpoints } from "contract/games/api.ts";
import { dealSections } from "contract/games/deals.ts";
import type { WireFilters } from "contract/games/filter-labels.ts";
import type { Game } from "contract/games/schema.ts";
import { sourceLanguage } from "contract/languages/language.ts";
import { officialWord } from "contract/my-stores/rules.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import type { FeedItem } from "./formats/feed.ts";
import { type FeedFormat, formats } from "./formats/write.ts";
import {
  addressOf,
  countryName,
  type FeedContext,
  type FeedSite,
  feedContext,
  languageIn,
  listName,
  toBundleItem,
  toFeedItem,
} from "./present.ts";

/** `Last-Modified` times of documents, for clients that don't send entity tags. */
interface ModifiedTimes {
  /** Sets the header; returns whether the client's copy is current (RFC 9110, 13.1.3). */
  isNotModified(request: FastifyRequest, reply: FastifyReply, document: { key: string; version: string }): boolean;
}

const maxDocuments = 1_000;

/**
 * A document counts as modified when this process first sees a new version of it, also after a restart: false
 * positives only cost a transfer.
 */
function createModifiedTimes(now: () => number = Date.now): ModifiedTimes {
  const documents = new LRUCache<string, { version: string; seconds: number }>({ max: maxDocuments });
  return {
    isNotModified({ headers }, reply, { key, version }) {
      let cached = documents.get(key);
      if (cached?.version !== version) {
        // two versions within a second must not share a time
        cached = { version, seconds: Math.max(Math.floor(now() / 1_000), (cached?.seconds ?? 0) + 1) };
        documents.set(key, cached);
      }
      reply.header("last-modified", new Date(cached.seconds * 1_000).toUTCString());
      const since = Date.parse(headers["if-modified-since"] ?? "");
      return headers["if-none-match"] === undefined && since >= cached.seconds * 1_000;
    },
  };
}

export interface FeedOptions extends FeedSite {
  /** Makes calls within this process. */
  call: Call;
  /** Counts a feed that is not cached for an address. Throws `rate_limited`. */
  countMiss(address: string): void;
}

/** Parameters of an address that have a value. */
type Query = Record<string, string>;

/** Where a feed's games come from. */
interface Source {
  /** Without its ending. */
  path: string;
  formats: readonly FeedFormat[];
  /** The parameters that it understands; all others are ignored. */
  parameters: readonly string[];
  /** Its title, without the filters. */
  name: keyof typeof feedTexts | keyof typeof filterTexts;
  /** The page that shows the same. */
  page(query: Query): string;
  list(call: Call, query: Query, context: FeedContext): Promise<FeedItem[]>;
}

/** In one feed. */
export const maxItems = 50;
const readers = ["rss", "atom", "json"] as const;

/** Feeds have the prices of all stores (spec/my-stores 4). */
const notInFeeds = ["page", "limit", "fields", "facets", "prices_of"];
const parametersOf = ({ query }: { query: { shape: object } }) =>
  Object.keys(query.shape).filter((name) => !notInFeeds.includes(name));

/** By default the latest changes come first, as readers show what is new. */
const latestFirst = { sortBy: "price_changed", limit: maxItems } as const;

async function listGames(call: Call, query: Query): Promise<Game[]> {
  // without `fields`, games have all of them
  return (await call("GET /api/games", { query: { ...latestFirst, ...query } })).games as Game[];
}

const withQuery = (path: string, query: Query) =>
  Object.keys(query).length === 0 ? path : `${path}?${new URLSearchParams(query)}`;

/** The items of a list of games. */
const ofGames =
  (list: (call: Call, query: Query) => Promise<Game[]>): Source["list"] =>
  async (call, query, context) =>
    (await list(call, query)).map((game) => toFeedItem(game, context)).filter((item) => item !== null);

/** The page of free games names official stores as other pages do, by the stores whose prices it shows. */
const freePage = ({ official }: Query) => (official === "true" ? `/free?prices_of=${officialWord}` : "/free");

const sources: Source[] = [
  {
    path: "/feeds/games",
    formats: readers,
    parameters: parametersOf(gameEndpoints.listGames),
    name: "feed.games",
    page: (query) => withQuery("/games", query),
    list: ofGames(listGames),
  },
  ...dealSections.map(
    (section): Source => ({
      path: `/feeds/deals/${section}`,
      formats: readers,
      parameters: parametersOf(gameEndpoints.deals).filter((name) => name !== "section"),
      name: `deals.section.${section}`,
      page: (query) => withQuery("/deals", { section, ...query }),
      list: ofGames(
        async (call, query) => (await call("GET /api/deals", { query: { ...query, section, limit: maxItems } })).deals,
      ),
    }),
  ),
  {
    path: "/feeds/free",
    formats: readers,
    parameters: ["country", "official"],
    name: "feed.free",
    page: freePage,
    list: ofGames((call, query) => listGames(call, { ...query, free: "true" })),
  },
  {
    path: "/feeds/free",
    formats: ["ics"],
    parameters: ["country", "official"],
    name: "feed.free",
    page: freePage,
    list: ofGames(async (call, query) => {
      const ending = { ...query, section: "ending", free: "true", limit: maxItems } as const;
      return (await call("GET /api/deals", { query: ending })).deals;
    }),
  },
  {
    path: "/feeds/bundles",
    formats: readers,
    parameters: ["country", "store"],
    name: "feed.bundles",
    page: () => "/bundles",
    async list(call, { language: _, ...query }, context) {
      const { bundles } = await call("GET /api/bundles", { query: { ...query, limit: maxItems } });
      return bundles.map((bundle) => toBundleItem(bundle, context));
    },
  },
];

/** Mounts `/feeds/*`: lists of games and sections of deals for feed readers and calendars (spec/feeds). */
export function feedRoutes(app: FastifyInstance, options: FeedOptions): void {
  const { publicUrl, call, siteName, countMiss } = options;
  const { responses } = app.calls;
  const modified = createModifiedTimes();

  async function write(source: Source, format: FeedFormat, query: Query): Promise<string> {
    const { language = sourceLanguage, ...asked } = query;
    const { country, sortBy: _, order: __, ...filters } = asked;
    const context = feedContext(options, { country, language });
    const plans = filters.plan === undefined ? [] : (await call("GET /api/plans", { query: { country } })).plans;
    const planName = (key: string) => plans.find((plan) => plan.key === key)?.name;
    const name = listName(context.text(source.name), filters as WireFilters, { ...context, planName });
    const { country: ___, ...pageQuery } = asked;
    return formats[format].write({
      title: context.text("feed.title", { name }),
      description: context.text("feed.description", { name, country: countryName(context) }),
      language,
      author: siteName(),
      address: publicUrl + withQuery(`${source.path}.${format}`, query),
      page: addressOf(source.page(pageQuery), context),
      items: await source.list(call, query, context),
    });
  }

  async function send(request: FastifyRequest, reply: FastifyReply, source: Source, format: FeedFormat) {
    const given = request.query as Record<string, unknown>;
    const language = languageIn(options, given.language);
    const { language: _, ...asked } = pick(given, source.parameters);
    const query = { ...asked, ...(language !== sourceLanguage && { language }) };
    const key = withQuery(`${source.path}.${format}`, query);
    const response = await responses.respond(key, async () => {
      countMiss(request.ip);
      return { contentType: formats[format].contentType, body: await write(source, format, query) };
    });
    responses.share(reply, response);
    if (modified.isNotModified(request, reply, { key, version: response.bodies[0].tag })) return reply.code(304).send();
    return responses.send(request, reply, response);
  }

  for (const source of sources) {
    for (const format of source.formats) {
      app.get(`${source.path}.${format}`, (request, reply) => send(request, reply, source, format));
    }
  }
}

/** These parameters, sorted, so that all addresses of a feed share a cache entry. */
function pick(query: Record<string, unknown>, names: readonly string[]): Query {
  const values = names.toSorted().flatMap((name) => {
    const value = query[name];
    return value === undefined ? [] : [[name, Array.isArray(value) ? value.join(",") : String(value)]];
  });
  return Object.fromEntries(values) as Query;
}
