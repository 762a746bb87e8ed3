import { AppError } from "contract/core/errors.ts";
import type { Game } from "contract/games/schema.ts";
import { placeSearch } from "contract/languages/place.ts";
import { sharedPath } from "contract/lists/rules.ts";
import type { Market } from "contract/markets/schema.ts";
import type { FastifyInstance } from "fastify";
import { sendTagged } from "../../platform/http/cache/etag.ts";
import { countryOf } from "../../platform/http/country.ts";
import { type FeedFormat, formats } from "./formats/write.ts";
import { addressOf, countryName, type FeedSite, feedContext, languageIn, toFeedItem } from "./present.ts";
import { maxItems } from "./routes.ts";

export interface ListFeedOptions extends FeedSite {
  /** The list that a link leads to. Throws `not_found`. */
  findSharedList(token: string, market: Market & { language?: string }): Promise<{ name: string; games: Game[] }>;
  /** Counts a feed that is read for an address. Throws `rate_limited`. */
  countMiss(address: string): void;
}

const file = /^([\w-]{43})\.(rss|atom|json)$/;

/**
 * Mounts `/feeds/lists/{token}.rss`, `.atom` and `.json`. Every request reads the list, and no shared cache stores it,
 * so a feed ends with its link.
 */
export function listFeedRoutes(app: FastifyInstance, options: ListFeedOptions): void {
  app.get<{ Params: { file: string }; Querystring: { country?: unknown; language?: unknown } }>(
    "/feeds/lists/:file",
    async (request, reply) => {
      const [, token, ending] = file.exec(request.params.file) ?? [];
      if (token === undefined) throw new AppError("not_found", "Not found");
      const country = countryOf(request.query);
      const language = languageIn(options, request.query.language);
      const context = feedContext(options, { country, language });
      options.countMiss(request.ip);
      const { name, games } = await options.findSharedList(token, { ...context.market, language });
      const format = ending as FeedFormat;
      const body = formats[format].write({
        title: context.text("feed.title", { name }),
        description: context.text("feed.description", { name, country: countryName(context) }),
        language,
        author: options.siteName(),
        address: `${options.publicUrl}/feeds/lists/${token}.${format}${placeSearch(country, language)}`,
        page: addressOf(sharedPath(token), context),
        items: latestFirst(games)
          .map((game) => toFeedItem(game, context))
          .filter((item) => item !== null),
      });
      reply.headers({ "cache-control": "private, no-cache", "x-robots-tag": "noindex" });
      return sendTagged(request, reply, Buffer.from(body), formats[format].contentType);
    },
  );
}

function latestFirst(games: readonly Game[]): Game[] {
  const changedAt = ({ price_changed_at }: Game) => price_changed_at ?? "";
  return games.toSorted((a, b) => changedAt(b).localeCompare(changedAt(a)) || a.id - b.id).slice(0, maxItems);
}
