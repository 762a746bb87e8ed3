import { AppError } from "contract/core/errors.ts";
import { uploadHash } from "contract/images/uploads.ts";
import type { ImageVariant } from "contract/images/variants.ts";
import type { FastifyBaseLogger } from "fastify";
import { createHosts } from "../../../platform/outgoing/hosts.ts";
import { createSemaphore, createSingleFlight, type QueueLimits } from "../../../platform/process/semaphore.ts";
import type { PicturedGame } from "../present.ts";
import { createBackground } from "./background.ts";
import { DownloadError, type DownloadLimits, download, type Source } from "./download.ts";
import { createFailures } from "./failures.ts";
import { openFiles } from "./files.ts";
import { checkPicture, type PictureFormat, resizePicture } from "./resize.ts";
import { keyOf, sourcesOf } from "./sources.ts";

export interface Picture {
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

/** Who asks for a picture. */
export interface PictureClient {
  /** Clients who wait take turns. */
  address: string;
  /** Called before a picture is fetched or resized. May throw. */
  countMiss(): void;
}

export interface FindOptions {
  wantsAvif: boolean;
  client: PictureClient;
}

export interface Drawing {
  isFinal: boolean;
  draw(): Promise<Buffer>;
}

export interface Pictures {
  /**
   * The game's picture, as AVIF where accepted and ready; null when none is available now. Rejects with `unavailable`
   * while too many wait.
   */
  find(game: PicturedGame, variant: ImageVariant, width: number, options: FindOptions): Promise<Picture | null>;
  /** A picture that was drawn under that name; null when there is none. */
  read(name: string): Promise<Buffer | null>;
  /** Draws a picture once for all who wait for it, and stores it under the name where `isFinal`. */
  draw(name: string, client: PictureClient, prepare: () => Promise<Drawing>): Promise<Buffer>;
  /** Aborts downloads, so that waiting requests get their response now. */
  stopDownloads(): void;
  /** Drops the work in the background. */
  close(): Promise<void>;
}

/**
 * Pictures that may wait to be fetched, and to be resized: for some seconds at most, and five lists of games for one
 * client.
 */
const queueLimits: QueueLimits = {
  maxWaiting: 500,
  maxPerClient: 100,
  refuse: () => new AppError("unavailable", "Too many pictures are asked for", { retryAfter: 5 }),
};

/**
 * Pictures of games, fetched once from their sources and stored on disk: the original, and each requested width, as
 * WebP at once and as AVIF later. A source that fails is left alone for a while.
 */
export function openPictures({ folder, steamImageUrl, readUpload, limits, log, now }: PictureOptions): Pictures {
  const files = openFiles(folder, limits.stored, (error) => log.warn({ err: error }, "picture store"));
  const hosts = createHosts(now, (origin) => log.warn(`No pictures from ${origin} for now: it does not respond`));
  const failures = createFailures(now);
  const shareOriginal = createSingleFlight<Buffer | null>();
  const shareDrawing = createSingleFlight<Buffer>();
  const sharePicture = createSingleFlight<Buffer | null>();
  const downloads = createSemaphore(4, queueLimits);
  // two of the four threads that Node has for this, so that files can be read meanwhile
  const resizes = createSemaphore(2, queueLimits);
  const background = createBackground(resizes.isRunning);
  const stopping = new AbortController();

  /** A full disk costs speed, not pictures. */
  const store = (name: string, bytes: Buffer) =>
    files.write(name, bytes).catch((error) => log.warn({ err: error }, "could not store a picture"));

  async function receive(source: Source): Promise<Buffer> {
    const hash = uploadHash(source.url);
    if (hash === null) return download(source, limits, stopping.signal);
    const uploaded = await readUpload(hash).catch((error: Error) => {
      throw new DownloadError("away", `${source.url}: ${error.message}`);
    });
    if (!uploaded) throw new DownloadError("unusable", `${source.url} is gone`);
    return uploaded;
  }

  async function fetchOriginal(key: string, sources: Source[], client: string): Promise<Buffer | null> {
    let unusable = false;
    // a host that is away for one file is away for the next
    const away = new Set<string>();
    for (const source of sources) {
      const host = originOf(source);
      const bytes = await downloads.run(async () => {
        if (stopping.signal.aborted || away.has(host) || !hosts.mayTry(host)) return null;
        try {
          const received = await receive(source);
          hosts.responded(host);
          await checkPicture(received);
          return received;
        } catch (error) {
          log.debug({ err: error }, `no picture at ${source.url}`);
          if (error instanceof DownloadError && error.reason === "away") {
            hosts.failed(host);
            away.add(host);
          } else {
            hosts.responded(host);
            unusable = true;
          }
          return null;
        }
      }, client);
      if (!bytes) continue;
      failures.forget(key);
      await store(`${key}.original`, bytes);
      return bytes;
    }
    if (away.size > 0) failures.note(key, "away");
    else if (unusable) failures.note(key, "unusable");
    return null;
  }

  async function findOriginal(key: string, sources: Source[], client: string): Promise<Buffer | null> {
    if (failures.isResting(key)) return null;
    return (await files.read(`${key}.original`)) ?? fetchOriginal(key, sources, client);
  }

  interface Resizing {
    key: string;
    variant: ImageVariant;
    width: number;
    client: string;
  }

  async function makeWebp(original: Buffer, { key, variant, width, client }: Resizing): Promise<Buffer | null> {
    try {
      return await resizes.run(() => resizePicture(original, variant, width, "webp"), client);
    } catch (error) {
      if (error instanceof AppError) throw error;
      failures.note(key, "unusable");
      log.warn({ err: error }, "could not resize a picture");
      return null;
    }
  }

  return {
    async find(game, variant, width, { wantsAvif, client }) {
      const sources = sourcesOf(game, variant, steamImageUrl);
      if (sources.length === 0) return null;
      const key = keyOf(sources, variant);
      const nameOf = (format: PictureFormat) => `${key}-${width}.${format}`;

      /** Concurrent requests for the same picture share one, which counts once. */
      async function makeOnce(): Promise<Buffer | null> {
        if (failures.isResting(key)) return null;
        if (!sharePicture.has(nameOf("webp"))) client.countMiss();
        return sharePicture(nameOf("webp"), async () => {
          const original = await shareOriginal(key, () => findOriginal(key, sources, client.address));
          if (!original) return null;
          const picture = await makeWebp(original, { key, variant, width, client: client.address });
          if (picture) await store(nameOf("webp"), picture);
          return picture;
        });
      }

      if (wantsAvif) {
        const avif = await files.read(nameOf("avif"));
        if (avif) return { bytes: avif, format: "avif" };
      }
      const webp = (await files.read(nameOf("webp"))) ?? (await makeOnce());
      if (!webp) return null;
      if (wantsAvif && !failures.isResting(nameOf("avif"))) {
        background.add(nameOf("avif"), async () => {
          try {
            const original = await files.read(`${key}.original`);
            if (original) await files.write(nameOf("avif"), await resizePicture(original, variant, width, "avif"));
          } catch (error) {
            failures.note(nameOf("avif"), "unusable");
            log.warn({ err: error }, "could not make an AVIF picture");
          }
        });
      }
      return { bytes: webp, format: "webp" };
    },
    read: files.read,
    draw(name, client, prepare) {
      if (!shareDrawing.has(name)) client.countMiss();
      return shareDrawing(name, async () => {
        const { isFinal, draw } = await prepare();
        const drawn = await resizes.run(draw, client.address);
        if (isFinal) await store(name, drawn);
        return drawn;
      });
    },
    stopDownloads: () => stopping.abort(),
    close: () => background.close(),
  };
}

/** The key of a source's host; an invalid address is its own key. */
function originOf(source: Source): string {
  return URL.parse(source.url)?.origin ?? source.url;
}
