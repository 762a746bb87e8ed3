import { readFile } from "node:fs/promises";
import type { FastifyInstance, FastifyReply } from "fastify";
import sharp from "sharp";
import { sendTagged } from "../platform/http/cache/etag.ts";
import type { ResponseCache } from "../platform/http/cache/response-cache.ts";
import { shareAcrossSites } from "../platform/http/security/headers.ts";
import { toIcon } from "./icon.ts";
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
    const body = (await drawing()).toString();
    const key = "/favicon.svg";
    const picture = cache.get(key) ?? cache.set(key, { revision: new Map(), contentType: "image/svg+xml", body });
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
