import { createHash } from "node:crypto";
import { AppError } from "contract/core/errors.ts";
import { Id } from "contract/core/parameters.ts";
import type { FastifyInstance } from "fastify";
import { sendTagged } from "../../platform/http/cache/etag.ts";
import { countryOf, requestedLanguage } from "../../platform/http/country.ts";
import { addressKey } from "../../platform/http/limits/rate-limit.ts";
import { shareAcrossSites } from "../../platform/http/security/headers.ts";
import { drawCover } from "./covers/cover.ts";
import { cutLine } from "./covers/lettering.ts";
import { widthOf } from "./covers/letters.ts";
import type { Pictures } from "./pictures/pictures.ts";
import type { PicturedGame, SocialFacts } from "./present.ts";
import { compose, drawPage, drawTitle, frame, left, line } from "./social/social-page.ts";

interface Found {
  game: PicturedGame;
  facts: SocialFacts;
}

/** The market and language that an address of a picture names. */
export interface PicturePlace {
  country: string | undefined;
  language: string | undefined;
}

export interface SocialOptions {
  pictures: Pictures;
  /** A game by id with its price; `null` when there is none. Throws `invalid` for an unknown market. */
  findSocial(id: number, place: PicturePlace): Found | null | Promise<Found | null>;
  /** Counts a picture that is fetched or resized for an address. Throws `rate_limited`. */
  countMiss(address: string): void;
  /** Counts a picture that is drawn for an address. Throws `rate_limited`. */
  countDrawing(address: string): void;
}

/** The version of the drawingVersion code, to be increased with every visible change. */
const drawingVersion = 2;

/** Short, as the picture changes with the price. */
const caching = "public, max-age=3600";

/**
 * Mounts `GET /images/games/:id/social?country=&language=`: a JPEG of 1200 × 630 to share, drawn once for each price
 * and stored with the other pictures.
 */
export function registerSocial(app: FastifyInstance, options: SocialOptions): void {
  const { pictures, findSocial, countMiss, countDrawing } = options;
  app.get<{ Params: { id: string }; Querystring: { country?: unknown; language?: unknown } }>(
    "/images/games/:id/social",
    async (request, reply) => {
      const id = Id.safeParse(request.params.id);
      const place = { country: countryOf(request.query), language: requestedLanguage(request.query) };
      const found = id.data === undefined ? null : await findSocial(id.data, place);
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
          const cover = picture?.bytes ?? Buffer.from(drawCover(game.title, game.genre, "portrait", game.genreName));
          // a cover that failed to load may be available later
          const isFinal = picture !== null || (game.boxartUrl === null && game.steamAppid === null);
          return { isFinal, draw: () => drawSocial(cover, facts) };
        }));
      shareAcrossSites(reply).header("cache-control", caching);
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

/** The picture to share of a game, as a JPEG of 1200 × 630: its cover, and beside it title, price and low. */
function drawSocial(cover: Buffer, facts: SocialFacts): Promise<Buffer> {
  return compose(drawFacts(facts), [cover]);
}

function drawFacts({ title, price, discount, regular, store, low, site }: SocialFacts): string {
  const { lines, foot } = drawTitle(title);
  const top = foot + 50;
  const chipWidth = 40 + widthOf(discount ?? "") * 46;
  const chip = discount
    ? `<rect x="${left}" y="${top}" width="${chipWidth}" height="76" rx="14" fill="#1f9d55"/>` +
      line(discount, { x: left + 20, y: top + 54, size: 46, weight: 800, fill: "#fff" })
    : "";
  const priceLeft = discount ? left + chipWidth + 28 : left;
  const facts =
    (price === null ? "" : line(price, { x: priceLeft, y: top + 60, size: 68, weight: 800, fill: "#fff" })) +
    (regular === null
      ? ""
      : line(regular, { x: left, y: top + 134, size: 38, weight: 500, fill: "#8b949e", struck: true })) +
    (store === null
      ? ""
      : line(cutLine(store, frame.width / 38 / 1.6), {
          x: regular === null ? left : left + 28 + widthOf(regular, 500) * 38,
          y: top + 134,
          size: 38,
          weight: 500,
          fill: "#c9d1d9",
        })) +
    (low === null ? "" : line(low, { y: top + 196, size: 38, weight: 800, fill: "#4ade80" }));
  return drawPage(lines + chip + facts, site);
}
