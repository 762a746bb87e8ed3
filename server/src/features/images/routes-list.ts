import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { sendTagged } from "../../platform/http/cache/etag.ts";
import { countryOf, requestedLanguage } from "../../platform/http/country.ts";
import { addressKey } from "../../platform/http/limits/rate-limit.ts";
import { shareAcrossSites } from "../../platform/http/security/headers.ts";
import { drawCover } from "./covers/cover.ts";
import { cutLine } from "./covers/lettering.ts";
import type { PictureClient, Pictures } from "./pictures/pictures.ts";
import type { ListFacts, PicturedGame } from "./present.ts";
import type { PicturePlace } from "./routes-social.ts";
import { compose, drawPage, drawTitle, frame, line } from "./social/social-page.ts";

export interface ListPictureOptions {
  pictures: Pictures;
  /** The list that a link leads to, with its first games. Throws `not_found`, and `invalid` for an unknown market. */
  findSharedList(token: string, place: PicturePlace): Promise<{ facts: ListFacts; games: PicturedGame[] }>;
  /** Counts a picture that is looked up, fetched or resized for an address. Throws `rate_limited`. */
  countMiss(address: string): void;
  /** Counts a picture that is drawn for an address. Throws `rate_limited`. */
  countDrawing(address: string): void;
}

/**
 * Mounts `GET /images/lists/:token/social?country=&language=`: a JPEG of 1200 × 630. Neither stored nor cacheable by
 * shared caches, so that it ends with the link.
 */
export function registerListPicture(app: FastifyInstance, options: ListPictureOptions): void {
  const { pictures, findSharedList, countMiss, countDrawing } = options;

  async function coverOf(game: PicturedGame, client: PictureClient): Promise<Buffer> {
    const picture = await pictures.find(game, "portrait", 300, { acceptsAvif: false, client });
    return picture?.bytes ?? Buffer.from(drawCover(game.title, game.genre, "portrait", game.genreName));
  }

  app.get<{ Params: { token: string }; Querystring: { country?: unknown; language?: unknown } }>(
    "/images/lists/:token/social",
    async (request, reply) => {
      const place = { country: countryOf(request.query), language: requestedLanguage(request.query) };
      countMiss(request.ip);
      const { facts, games } = await findSharedList(request.params.token, place);
      const address = addressKey(request.ip);
      const client = { address, countMiss: () => countMiss(request.ip) };
      const drawingClient = { address, countMiss: () => countDrawing(request.ip) };
      const name = createHash("sha256")
        .update(JSON.stringify([facts, games]))
        .digest("hex");
      const bytes = await pictures.draw(name, drawingClient, async () => {
        const pictured =
          games.length > 0 ? games : [{ title: facts.name, genre: null, steamAppid: null, boxartUrl: null }];
        const covers = await Promise.all(pictured.map((game) => coverOf(game, client)));
        return { isFinal: false, draw: () => drawList(covers, facts) };
      });
      shareAcrossSites(reply).headers({ "cache-control": "private, no-cache", "x-robots-tag": "noindex" });
      return sendTagged(request, reply, bytes, "image/jpeg");
    },
  );
}

const size = 38;

/** The picture of a shared list, as a JPEG of 1200 × 630: covers of its games, and beside them its name. */
function drawList(covers: readonly Buffer[], { name, owner, count, site }: ListFacts): Promise<Buffer> {
  const { lines, foot } = drawTitle(name);
  const texts = [...(owner === null ? [] : [owner]), count].map((text, index) => {
    const y = foot + 70 + index * 60;
    return line(cutLine(text, frame.width / size), { y, size, weight: 500, fill: "#c9d1d9" });
  });
  return compose(drawPage(lines + texts.join(""), site), covers);
}
