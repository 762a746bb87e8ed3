import { join } from "node:path";
import { AppError, invalid } from "contract/core/errors.ts";
import { Id } from "contract/core/parameters.ts";
import { uploadVersion } from "contract/images/uploads.ts";
import { defaultImageWidth, type ImageVariant, imageVariants, imageWidths } from "contract/images/variants.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sendTagged } from "../../platform/http/cache/etag.ts";
import { requestedLanguage } from "../../platform/http/country.ts";
import { addressKey } from "../../platform/http/limits/rate-limit.ts";
import { shareAcrossSites } from "../../platform/http/security/headers.ts";
import type { Env } from "../../platform/process/env.ts";
import { drawCover } from "./covers/cover.ts";
import { openPictures, type PictureLimits } from "./pictures/pictures.ts";
import type { PicturedGame } from "./present.ts";
import { type ListPictureOptions, registerListPicture } from "./routes-list.ts";
import { registerSocial, type SocialOptions } from "./routes-social.ts";

const defaultLimits: PictureLimits = {
  bytes: 8 * 1024 ** 2,
  totalMs: 5_000,
  stored: 2 * 1024 ** 3,
};

export interface ImageOptions extends Pick<SocialOptions, "findSocial">, Pick<ListPictureOptions, "findSharedList"> {
  /** The game of an id, as a cover in this language names it; `null` when there is none. */
  findGame(id: number, language: string | undefined): Promise<PicturedGame | null>;
  /** The bytes of a picture that an administrator has uploaded; `null` when there is none. */
  readUpload(hash: string): Promise<Buffer | null>;
  env: Pick<Env, "dataDir" | "steamImageUrl">;
  /** Counts a picture that is fetched, resized or read, or a cover, for an address. Throws `rate_limited`. */
  countMiss(address: string): void;
  /** Counts a picture that is drawn for an address. Throws `rate_limited`. */
  countDrawing(address: string): void;
  limits?: Partial<PictureLimits>;
  /** Milliseconds. */
  now?: () => number;
}

/**
 * Pictures from sources rarely change, and only uploads change their address: browsers cache them for a week, and
 * revalidate in the background for another month.
 */
const pictureCaching = "public, max-age=604800, immutable, stale-while-revalidate=2592000";
/** Short, as a picture may soon replace a cover. */
const coverCaching = "public, max-age=300";

interface Response {
  bytes: Buffer;
  type: string;
  caching: string;
}

/**
 * Mounts `GET /images/games/:id/:variant?w=&v=&language=`: the game's picture as WebP or AVIF, or a drawn cover as SVG
 * when there is no picture, with its genre in that language; 404 for an unknown game or variant, 400 for an unsupported
 * width. Also mounts `GET /images/uploads/:name`: uploaded pictures as stored.
 */
export function registerImages(app: FastifyInstance, options: ImageOptions): void {
  const { findGame, findSocial, findSharedList, readUpload, env, countMiss, countDrawing } = options;
  const { limits, now = Date.now } = options;
  const pictures = openPictures({
    folder: join(env.dataDir, "images"),
    steamImageUrl: env.steamImageUrl,
    readUpload,
    limits: { ...defaultLimits, ...limits },
    log: app.log,
    now,
  });
  app.addHook("preClose", async () => pictures.stopDownloads());
  app.addHook("onClose", () => pictures.close());

  registerUploads(app, { readUpload, countMiss });
  registerSocial(app, { pictures, findSocial, countMiss, countDrawing });
  registerListPicture(app, { pictures, findSharedList, countMiss, countDrawing });
  app.get<{
    Params: { id: string; variant: string };
    Querystring: { w?: unknown; v?: unknown; language?: unknown };
  }>("/images/games/:id/:variant", async (request, reply) => {
    const { id, variant } = request.params;
    const gameId = Id.safeParse(id);
    if (!gameId.success || !isVariant(variant)) throw noPicture();
    const width = requireWidth(variant, request.query.w);
    const game = await findGame(gameId.data, requestedLanguage(request.query));
    if (!game) throw noPicture();

    const acceptsAvif = /\bimage\/avif\b/.test(request.headers.accept ?? "");
    const client = { address: addressKey(request.ip), countMiss: () => countMiss(request.ip) };
    // the process that served the page may have a newer version of the game, or an older one
    const isCurrent = (request.query.v ?? null) === uploadVersion(game.boxartUrl);
    const picture = await pictures.find(game, variant, width, { acceptsAvif, client });
    if (picture) {
      return send(request, reply, {
        bytes: picture.bytes,
        type: `image/${picture.format}`,
        caching: isCurrent ? pictureCaching : "no-cache",
      });
    }
    countMiss(request.ip);
    return send(request, reply, {
      bytes: Buffer.from(drawCover(game.title, game.genre, variant, game.genreName)),
      type: "image/svg+xml",
      caching: coverCaching,
    });
  });
}

function registerUploads(
  app: FastifyInstance,
  { readUpload, countMiss }: Pick<ImageOptions, "readUpload" | "countMiss">,
): void {
  app.get<{ Params: { name: string } }>("/images/uploads/:name", async (request, reply) => {
    const [, hash] = /^([0-9a-f]{32})\.webp$/.exec(request.params.name) ?? [];
    if (hash === undefined) throw noPicture();
    countMiss(request.ip);
    const bytes = await readUpload(hash);
    if (!bytes) throw noPicture();
    return send(request, reply, { bytes, type: "image/webp", caching: pictureCaching });
  });
}

const noPicture = () => new AppError("not_found", "Picture not found");

function isVariant(text: string): text is ImageVariant {
  return imageVariants.some((variant) => variant === text);
}

function requireWidth(variant: ImageVariant, requested: unknown): number {
  if (requested === undefined) return defaultImageWidth(variant);
  const width = imageWidths[variant].find((supported) => String(supported) === requested);
  if (width === undefined) throw invalid([{ path: "w", msg: `must be one of ${imageWidths[variant].join(", ")}` }]);
  return width;
}

function send(request: FastifyRequest, reply: FastifyReply, { bytes, type, caching }: Response): FastifyReply {
  shareAcrossSites(reply).headers({ vary: "Accept", "cache-control": caching });
  return sendTagged(request, reply, bytes, type);
}
