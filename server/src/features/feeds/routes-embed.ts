import { basePathOf, pathBelow } from "contract/core/base-path.ts";
import { AppError, invalid } from "contract/core/errors.ts";
import { Id, wholeNumber } from "contract/core/parameters.ts";
import type { Game } from "contract/games/schema.ts";
import { placeAt } from "contract/languages/place.ts";
import type { SiteLanguage } from "contract/languages/schema.ts";
import type { Market } from "contract/markets/schema.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { countryOf, requestedLanguage } from "../../platform/http/country.ts";
import { contentHash, openToOtherSites, pagePolicy, shareAcrossSites } from "../../platform/http/security/headers.ts";
import { type FeedSite, feedContext, languageIn } from "./present.ts";
import {
  badge,
  type EmbedContext,
  embedPage,
  embedStyle,
  type FrameSize,
  oembed,
  smallestWidth,
} from "./present-embed.ts";

export interface EmbedOptions extends FeedSite {
  /** The games of these ids with their prices in a market; unknown ids are left out. */
  listGames(market: Market & { language: string }, ids: readonly number[]): Promise<Game[]>;
  listLanguages(): readonly SiteLanguage[];
  listMarkets(): readonly Market[];
  /** Counts a response that is not cached for an address. Throws `rate_limited`. */
  countMiss(address: string): void;
}

/** The market and language of what is embedded. */
interface Place {
  country: string | undefined;
  language: string | undefined;
}

/** What is shown of a game elsewhere. */
interface Embedded {
  kind: string;
  contentType: string;
  policy?: string;
  write(game: Game, context: EmbedContext): string;
}

/** The page of a frame: only here other sites may frame anything. */
const framePolicy = pagePolicy({ styles: [contentHash(embedStyle)] }).replace(
  "frame-ancestors 'none'",
  "frame-ancestors *",
);

/**
 * Mounts `GET /embed/game/{id}`, a page for a frame on another site, `GET /badge/{id}.svg`, and `GET /oembed?url=`, by
 * which chats and blogs find both (spec/embeds 2).
 */
export function embedRoutes(app: FastifyInstance, options: EmbedOptions): void {
  const { listGames, listLanguages, listMarkets, publicUrl, countMiss } = options;
  const { responses } = app.calls;

  function contextOf({ country, language }: Place): EmbedContext {
    const tag = languageIn(options, language);
    const site = listLanguages().find((one) => one.tag === tag);
    return {
      ...feedContext(options, { country, language: tag }),
      siteName: options.siteName(),
      direction: site?.direction ?? "ltr",
    };
  }

  async function requireGame(id: number | undefined, { market, language }: EmbedContext): Promise<Game> {
    const [game] = id === undefined ? [] : await listGames({ ...market, language: language.tag }, [id]);
    if (!game) throw new AppError("not_found", "Game not found");
    return game;
  }

  const placeOf = ({ query }: FastifyRequest): Place => ({
    country: countryOf(query as object),
    language: requestedLanguage(query as object),
  });

  /** Sends what `write` makes of a game, cached by its address. */
  async function sendOf(request: FastifyRequest, reply: FastifyReply, { kind, contentType, policy, write }: Embedded) {
    const id = Id.safeParse((request.params as { id: string }).id).data;
    const place = placeOf(request);
    const response = await responses.respond(`/${kind}/${id} ${JSON.stringify(place)}`, async () => {
      countMiss(request.ip);
      const context = contextOf(place);
      return { contentType, policy, body: write(await requireGame(id, context), context) };
    });
    return responses.send(request, reply, response);
  }

  app.get("/embed/game/:id", (request, reply) => {
    reply.removeHeader("x-frame-options");
    return sendOf(request, shareAcrossSites(reply), {
      kind: "embed",
      contentType: "text/html; charset=utf-8",
      policy: framePolicy,
      write: embedPage,
    });
  });

  app.get("/badge/:id(^\\d+).svg", (request, reply) =>
    sendOf(request, openToOtherSites(reply), {
      kind: "badge",
      contentType: "image/svg+xml; charset=utf-8",
      write: badge,
    }),
  );

  app.get("/oembed", async (request, reply) => {
    openToOtherSites(reply).header("cache-control", "public, max-age=3600");
    const query = request.query as Record<string, unknown>;
    if ((query.format ?? "json") !== "json") {
      // the status that the specification of oEmbed demands
      return reply.code(501).send({ error: "Only format=json is supported", code: "invalid" });
    }
    const { id, place } = readAddress(query.url);
    countMiss(request.ip);
    const context = contextOf(place);
    return oembed(await requireGame(id, context), context, { country: place.country, ...readFrame(query) });
  });

  /** The game, country and language of the address of one of the site's pages. */
  function readAddress(url: unknown): { id: number | undefined; place: Place } {
    if (typeof url !== "string") throw invalid([{ path: "url", msg: "Expected the address of a game's page" }]);
    const address = URL.parse(url);
    const path = pathBelow(basePathOf(publicUrl), address?.pathname ?? "") ?? "";
    const [, prefix = "", id] = /^(\/[a-z]{2}(?:-[a-z-]{2,10})?)?\/games\/(\d+)$/i.exec(path) ?? [];
    if (!address || address.origin !== new URL(publicUrl).origin || id === undefined) {
      throw new AppError("not_found", "Not the address of a game's page on this site");
    }
    const { market, language } = placeAt(prefix.toLowerCase(), listMarkets(), listLanguages());
    const country = market.default ? undefined : market.country;
    return { id: Id.safeParse(id).data, place: { country, language } };
  }
}

const Size = wholeNumber(smallestWidth, 10_000).optional();
const Height = wholeNumber(1, 10_000).optional();

function readFrame({ maxwidth, maxheight }: Record<string, unknown>): FrameSize {
  const [width, height] = [Size.safeParse(maxwidth), Height.safeParse(maxheight)];
  if (width.error) throw invalid([{ path: "maxwidth", msg: `Expected a whole number from ${smallestWidth}` }]);
  if (height.error) throw invalid([{ path: "maxheight", msg: "Expected a whole number" }]);
  return { maxWidth: width.data, maxHeight: height.data };
}
