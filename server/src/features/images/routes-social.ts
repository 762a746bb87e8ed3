import { createHash } from "node:crypto";
import { AppError } from "contract/core/errors.ts";
import { Id } from "contract/core/parameters.ts";
import type { FastifyInstance } from "fastify";
import { gameKey } from "../../platform/http/cache/cache-tags.ts";
import { sendTagged } from "../../platform/http/cache/etag.ts";
import { nameForPurge } from "../../platform/http/cache/shared-caches.ts";
import { countryOf } from "../../platform/http/country.ts";
import { addressKey } from "../../platform/http/limits/rate-limit.ts";
import { shareAcrossSites } from "../../platform/http/security/headers.ts";
import { drawCover } from "./covers/cover.ts";
import type { Pictures } from "./pictures/pictures.ts";
import type { PicturedGame, SocialFacts } from "./present.ts";
import { drawSocial } from "./social/draw-social.ts";

export interface SocialOptions {
  pictures: Pictures;
  /** A game by id with its price in a market; `null` when there is none. Throws `invalid` for an unknown market. */
  findSocial(id: number, country: string | undefined): { game: PicturedGame; facts: SocialFacts } | null;
  /** Counts a picture that is fetched or resized for an address. Throws `rate_limited`. */
  countMiss(address: string): void;
  /** Counts a picture that is drawn for an address. Throws `rate_limited`. */
  countDrawing(address: string): void;
}

/** The version of the drawingVersion code, to be increased with every visible change. */
const drawingVersion = 1;

/** Short, as the picture changes with the price. */
const caching = "public, max-age=3600";

/**
 * Mounts `GET /images/games/:id/social?country=`: a JPEG of 1200 × 630 to share, drawn once for each price and stored
 * with the other pictures.
 */
export function registerSocial(app: FastifyInstance, options: SocialOptions): void {
  const { pictures, findSocial, countMiss, countDrawing } = options;
  app.get<{ Params: { id: string }; Querystring: { country?: unknown } }>(
    "/images/games/:id/social",
    async (request, reply) => {
      const id = Id.safeParse(request.params.id);
      const country = countryOf(request.query);
      const found = id.data === undefined ? null : findSocial(id.data, country);
      if (!found || id.data === undefined) throw new AppError("not_found", "Picture not found");
      const { game, facts } = found;
      const address = addressKey(request.ip);
      const client = { address, countMiss: () => countMiss(request.ip) };
      const drawingClient = { address, countMiss: () => countDrawing(request.ip) };
      const name = `${nameOf(game, facts)}-social.jpg`;
      const bytes =
        (await pictures.read(name)) ??
        (await pictures.draw(name, drawingClient, async () => {
          const picture = await pictures.find(game, "portrait", 600, { acceptsAvif: false, client });
          const cover = picture?.bytes ?? Buffer.from(drawCover(game.title, game.genre, "portrait"));
          // a cover that failed to load may be available later
          const isFinal = picture !== null || (game.boxartUrl === null && game.steamAppid === null);
          return { isFinal, draw: () => drawSocial(cover, facts) };
        }));
      nameForPurge(shareAcrossSites(reply), [gameKey(id.data)]).header("cache-control", caching);
      return sendTagged(request, reply, bytes, "image/jpeg");
    },
  );
}

function nameOf(game: PicturedGame, facts: SocialFacts): string {
  return createHash("sha256")
    .update(JSON.stringify([drawingVersion, game, facts]))
    .digest("hex")
    .slice(0, 32);
}
