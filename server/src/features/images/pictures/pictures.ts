import { createHash } from "node:crypto";
import { AppError } from "contract/core/errors.ts";
import { uploadHash } from "contract/images/uploads.ts";
import { type ImageVariant, imageHeight } from "contract/images/variants.ts";
import type { FastifyBaseLogger } from "fastify";
import { LRUCache } from "lru-cache";
import sharp, { type Sharp, type SharpOptions } from "sharp";
import { createHosts } from "../../../platform/outgoing/hosts.ts";
import { createSemaphore, createSingleFlight, type QueueLimits } from "../../../platform/process/semaphore.ts";
import { sizes } from "../../../platform/process/sizes.ts";
import type { PicturedGame } from "../present.ts";
import { createBackground } from "./background.ts";
import { DownloadError, type DownloadLimits, download, type Source } from "./download.ts";
import { openFiles } from "./files.ts";

type PictureFormat = "webp" | "avif";

// one thread per picture, so that a page of them leaves capacity; results are cached on disk, not here
sharp.concurrency(1);
sharp.cache(false);

/** A picture beyond 40 megapixels would take too much memory. */
const decoding: SharpOptions = { limitInputPixels: 40_000_000, failOn: "error", autoOrient: true };
const formats = new Set(["jpeg", "png", "webp", "gif", "heif"]);
/** The largest share of a picture that may be cropped. */
const maxCut = 0.4;

/** Rejects bytes that are not a complete picture in an accepted format, whatever their declared type. */
async function checkPicture(bytes: Buffer): Promise<void> {
  const { format } = await sharp(bytes, decoding).metadata();
  if (!formats.has(format)) throw new Error(`not a picture: ${format}`);
  await sharp(bytes, decoding).resize(16, 16).raw().toBuffer();
}

/**
 * The picture in exactly that width and the variant's height. It is cropped where little is lost; else it is fitted
 * over an enlarged, blurred and darkened copy of itself.
 */
async function resizePicture(
  bytes: Buffer,
  variant: ImageVariant,
  width: number,
  format: PictureFormat,
): Promise<Buffer> {
  const height = imageHeight(variant, width);
  const { autoOrient: original } = await sharp(bytes, decoding).metadata();
  const stretch = original.width / original.height / (width / height);
  const cut = 1 - Math.min(stretch, 1 / stretch);
  const filled = sharp(bytes, decoding).resize(width, height, { fit: "cover", position: "attention" });
  const picture = cut <= maxCut ? filled : await fitOver(filled, bytes, width, height);
  return format === "webp"
    ? picture.webp({ quality: 75 }).toBuffer()
    : picture.avif({ quality: 50, effort: 2 }).toBuffer();
}

async function fitOver(backdrop: Sharp, bytes: Buffer, width: number, height: number): Promise<Sharp> {
  const [whole, blurred] = await Promise.all([
    sharp(bytes, decoding).resize(width, height, { fit: "inside" }).png({ compressionLevel: 1 }).toBuffer(),
    backdrop
      .blur(width / 25)
      .modulate({ brightness: 0.55 })
      .png({ compressionLevel: 1 })
      .toBuffer(),
  ]);
  return sharp(blurred).composite([{ input: whole }]);
}

interface Picture {
  bytes: Buffer;
  format: PictureFormat;
}

export interface PictureLimits extends DownloadLimits {
  /** How much of the disk stored pictures may take, in bytes. */
  stored: number;
}

export interface PictureOptions {
  folder: string;
  /** Without a slash at its end. */
  steamImageUrl: string;
  /** The bytes of a picture that an administrator has uploaded; `null` when there is none. */
  readUpload(hash: string): Promise<Buffer | null>;
  limits: PictureLimits;
  log: FastifyBaseLogger;
  /** Milliseconds. */
  now: () => number;
}

/** The client that requests a picture. */
export interface PictureClient {
  /** Waiting requests are served fairly by address. */
  address: string;
  /** Called before a picture is fetched or resized. May throw. */
  countMiss(): void;
}

interface FindOptions {
  acceptsAvif: boolean;
  client: PictureClient;
}

interface Drawing {
  isFinal: boolean;
  draw(): Promise<Buffer>;
}

export interface Pictures {
  /**
   * The game's picture, in AVIF if accepted and generated already; null when none is available now. Rejects with
   * `unavailable` while too many requests wait.
   */
  find(game: PicturedGame, variant: ImageVariant, width: number, options: FindOptions): Promise<Picture | null>;
  /** A stored drawing by name; null when there is none. */
  read(name: string): Promise<Buffer | null>;
  /**
   * Draws a picture once for concurrent requests and those of the next minute, and stores it under the name if
   * `isFinal`. The client's `countMiss` counts drawings.
   */
  draw(name: string, client: PictureClient, prepare: () => Promise<Drawing>): Promise<Buffer>;
  /** Aborts downloads, so that waiting requests complete immediately. */
  stopDownloads(): void;
  /** Drops queued background work. */
  close(): Promise<void>;
}

/** How long drawings that are not stored stay in memory, and how much of it they may take. */
const recentMs = 60_000;
const recentBytes = sizes.resultCacheMb * 1024 ** 2;

/** Applies to downloads and to resizing: a few seconds of work in total, and five lists of games per client. */
const queueLimits: QueueLimits = {
  maxWaiting: 500,
  maxPerClient: 100,
  refuse: () => new AppError("unavailable", "Too many pictures are asked for", { retryAfter: 5 }),
};

/**
 * Pictures of games, fetched once from their sources and stored on disk: the original, and each requested width, as
 * WebP immediately and as AVIF later. Retries of failed sources back off.
 */
export function openPictures({ folder, steamImageUrl, readUpload, limits, log, now }: PictureOptions): Pictures {
  const files = openFiles(folder, limits.stored, (error) => log.warn({ err: error }, "image cache failed"));
  const hosts = createHosts(now, (origin) => log.warn(`Image host ${origin} does not respond; pausing requests to it`));
  const failures = createFailures(now);
  const shareOriginal = createSingleFlight<Buffer | null>();
  const shareDrawing = createSingleFlight<Buffer>();
  const recentDrawings = new LRUCache<string, { bytes: Buffer; at: number }>({
    maxSize: recentBytes,
    sizeCalculation: ({ bytes }) => bytes.length,
  });
  const sharePicture = createSingleFlight<Buffer | null>();
  const downloads = createSemaphore(4, queueLimits);
  const resizes = createSemaphore(sizes.pictureThreads, queueLimits);
  const background = createBackground(resizes.isRunning);
  const stopping = new AbortController();

  /** A full disk only disables caching. */
  const store = (name: string, bytes: Buffer) =>
    files.write(name, bytes).catch((error) => log.warn({ err: error }, "failed to store a picture"));

  async function load(source: Source): Promise<Buffer> {
    const hash = uploadHash(source.url);
    if (hash === null) return download(source, limits, stopping.signal);
    const uploaded = await readUpload(hash).catch((error: Error) => {
      throw new DownloadError("unreachable", `${source.url}: ${error.message}`);
    });
    if (!uploaded) throw new DownloadError("unusable", `${source.url} is gone`);
    return uploaded;
  }

  async function fetchOriginal(key: string, sources: Source[], client: string): Promise<Buffer | null> {
    let unusable = false;
    // skips further files of an unreachable host
    const unreachable = new Set<string>();
    for (const source of sources) {
      const host = originOf(source);
      const bytes = await downloads.run(async () => {
        if (stopping.signal.aborted || unreachable.has(host) || !hosts.mayTry(host)) return null;
        try {
          const received = await load(source);
          hosts.responded(host);
          await checkPicture(received);
          return received;
        } catch (error) {
          log.debug({ err: error }, `no picture at ${source.url}`);
          if (error instanceof DownloadError && error.reason === "unreachable") {
            hosts.failed(host);
            unreachable.add(host);
          } else {
            hosts.responded(host);
            unusable = true;
          }
          return null;
        }
      }, client);
      if (!bytes) continue;
      failures.clear(key);
      await store(`${key}.original`, bytes);
      return bytes;
    }
    if (unreachable.size > 0) failures.record(key, "unreachable");
    else if (unusable) failures.record(key, "unusable");
    return null;
  }

  async function findOriginal(key: string, sources: Source[], client: string): Promise<Buffer | null> {
    if (failures.isBackingOff(key)) return null;
    return (await files.read(`${key}.original`)) ?? fetchOriginal(key, sources, client);
  }

  interface Resizing {
    key: string;
    variant: ImageVariant;
    width: number;
    client: string;
  }

  async function encodeWebp(original: Buffer, { key, variant, width, client }: Resizing): Promise<Buffer | null> {
    try {
      return await resizes.run(() => resizePicture(original, variant, width, "webp"), client);
    } catch (error) {
      if (error instanceof AppError) throw error;
      failures.record(key, "unusable");
      log.warn({ err: error }, "failed to resize a picture");
      return null;
    }
  }

  return {
    async find(game, variant, width, { acceptsAvif, client }) {
      const sources = sourcesOf(game, variant, steamImageUrl);
      if (sources.length === 0) return null;
      const key = keyOf(sources, variant);
      const nameOf = (format: PictureFormat) => `${key}-${width}.${format}`;

      /** Concurrent requests share one generation, which counts as one miss. */
      async function generateOnce(): Promise<Buffer | null> {
        if (failures.isBackingOff(key)) return null;
        if (!sharePicture.has(nameOf("webp"))) client.countMiss();
        return sharePicture(nameOf("webp"), async () => {
          const original = await shareOriginal(key, () => findOriginal(key, sources, client.address));
          if (!original) return null;
          const generated = await encodeWebp(original, { key, variant, width, client: client.address });
          if (generated) await store(nameOf("webp"), generated);
          return generated;
        });
      }

      if (acceptsAvif) {
        const avif = await files.read(nameOf("avif"));
        if (avif) return { bytes: avif, format: "avif" };
      }
      const webp = (await files.read(nameOf("webp"))) ?? (await generateOnce());
      if (!webp) return null;
      if (acceptsAvif && !failures.isBackingOff(nameOf("avif"))) {
        background.add(nameOf("avif"), async () => {
          try {
            const original = await files.read(`${key}.original`);
            if (original) await files.write(nameOf("avif"), await resizePicture(original, variant, width, "avif"));
          } catch (error) {
            failures.record(nameOf("avif"), "unusable");
            log.warn({ err: error }, "failed to encode an AVIF picture");
          }
        });
      }
      return { bytes: webp, format: "webp" };
    },
    read: files.read,
    async draw(name, client, prepare) {
      const recent = recentDrawings.get(name);
      if (recent && now() - recent.at < recentMs) return recent.bytes;
      if (!shareDrawing.has(name)) client.countMiss();
      return shareDrawing(name, async () => {
        const { isFinal, draw } = await prepare();
        const bytes = await resizes.run(draw, client.address);
        if (isFinal) await store(name, bytes);
        else recentDrawings.set(name, { bytes, at: now() });
        return bytes;
      });
    },
    stopDownloads: () => stopping.abort(),
    close: () => background.close(),
  };
}

/** The origin of a source, as the key for its host; the address itself when it is not a valid URL. */
function originOf(source: Source): string {
  return URL.parse(source.url)?.origin ?? source.url;
}

/** Remembers failures, so that retries back off. */
interface Failures {
  isBackingOff(key: string): boolean;
  record(key: string, reason: DownloadError["reason"]): void;
  clear(key: string): void;
}

const firstDelayMs = { unreachable: 60_000, unusable: 600_000 };
const maxDelayMs = 86_400_000;
const maxEntries = 100_000;

/**
 * The delay starts at a minute for an unreachable host and at ten for an unusable response, and doubles up to a day.
 * `now` in milliseconds.
 */
export function createFailures(now: () => number): Failures {
  const failures = new Map<string, { delay: number; until: number }>();
  return {
    isBackingOff: (key) => now() < (failures.get(key)?.until ?? 0),
    record(key, reason) {
      const before = failures.get(key)?.delay ?? 0;
      const delay = Math.min(maxDelayMs, Math.max(firstDelayMs[reason], before * 2));
      failures.delete(key);
      failures.set(key, { delay, until: now() + delay });
      if (failures.size > maxEntries) failures.delete(failures.keys().next().value!);
    },
    clear: (key) => void failures.delete(key),
  };
}

/** Steam's names for its art, best first: many older games have no capsule, but every game has a header. */
const steamFiles: Record<ImageVariant, readonly string[]> = {
  landscape: ["header.jpg"],
  portrait: ["library_600x900_2x.jpg", "library_600x900.jpg", "header.jpg"],
};

/** The sources of a game's picture in order: its own box art or upload, then Steam's by the appid. */
function sourcesOf(game: PicturedGame, variant: ImageVariant, steamImageUrl: string): Source[] {
  const folder = `${steamImageUrl}/store_item_assets/steam/apps/${game.steamAppid}`;
  const own = game.boxartUrl ? [{ url: game.boxartUrl, configured: false }] : [];
  const steam =
    game.steamAppid === null ? [] : steamFiles[variant].map((file) => ({ url: `${folder}/${file}`, configured: true }));
  // Steam states the address of a header only
  const isHeader = variant === "portrait" && /\/header\.jpg$/.test(game.boxartUrl ?? "");
  return isHeader ? [...steam.slice(0, -1), ...own, ...steam.slice(-1)] : [...own, ...steam];
}

/**
 * The name of a picture's files. It changes with the box art and the appid, so stored files never become stale.
 */
function keyOf(sources: readonly Source[], variant: ImageVariant): string {
  const content = [variant, ...sources.map((source) => source.url)].join("\n");
  return createHash("sha256").update(content).digest("hex").slice(0, 32);
}
