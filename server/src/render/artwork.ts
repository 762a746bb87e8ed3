import { readFile } from "node:fs/promises";
import type { FastifyInstance, FastifyReply } from "fastify";
import sharp from "sharp";
import { sendTagged } from "../platform/http/cache/etag.ts";
import type { ResponseCache } from "../platform/http/cache/response-cache.ts";
import { shareAcrossSites } from "../platform/http/security/headers.ts";
import { once } from "./once.ts";

const artwork = (name: string) => readFile(new URL(`../../../web/artwork/${name}`, import.meta.url));

/**
 * `/favicon.svg`, `/favicon.ico` and `/og-image.jpg` (1200 × 630). The latter two are rendered from SVG on the first
 * request.
 */
export function artworkRoutes(app: FastifyInstance, cache: ResponseCache): void {
  const drawing = once(() => artwork("favicon.svg"));
  const icon = once(async () => toIcon(await drawing()));
  const socialImage = once(async () =>
    sharp(await artwork("og-image.svg"))
      .resize(1200, 630)
      .jpeg({ quality: 85, mozjpeg: true })
      .toBuffer(),
  );
  app.get("/favicon.svg", async (request, reply) => {
    const picture = await cache.respond("/favicon.svg", async () => ({
      contentType: "image/svg+xml",
      body: (await drawing()).toString(),
    }));
    return cache.send(request, forADay(reply), picture);
  });
  app.get("/favicon.ico", async (request, reply) => sendTagged(request, forADay(reply), await icon(), "image/x-icon"));
  app.get("/og-image.jpg", async (request, reply) =>
    sendTagged(request, forADay(reply), await socialImage(), "image/jpeg"),
  );
}

function forADay(reply: FastifyReply): FastifyReply {
  return shareAcrossSites(reply).header("cache-control", "public, max-age=86400");
}

const sizes = [16, 32, 48];
const headerBytes = 6;
const entryBytes = 16;

/** An icon file with the drawing in the sizes that browsers and bookmarks use, each as PNG. */
async function toIcon(svg: Buffer): Promise<Buffer> {
  const images = await Promise.all(sizes.map((size) => sharp(svg).resize(size, size).png().toBuffer()));
  const header = Buffer.alloc(headerBytes);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(images.length, 4);
  let offset = headerBytes + entryBytes * images.length;
  const entries = images.map((image, index) => {
    const entry = Buffer.alloc(entryBytes);
    entry.writeUInt8(sizes[index]!, 0);
    entry.writeUInt8(sizes[index]!, 1);
    entry.writeUInt16LE(1, 4);
    entry.writeUInt16LE(32, 6);
    entry.writeUInt32LE(image.length, 8);
    entry.writeUInt32LE(offset, 12);
    offset += image.length;
    return entry;
  });
  return Buffer.concat([header, ...entries, ...images]);
}
