import { readFile } from "node:fs/promises";
import type { FastifyInstance, FastifyReply } from "fastify";
import sharp from "sharp";
import { shareAcrossSites } from "../http/headers.ts";

const artwork = (name: string) => readFile(new URL(`../../../web/artwork/${name}`, import.meta.url));

/** `/favicon.svg`, and `/og-image.jpg`, 1200 × 630, which is drawn from its SVG when first asked for. */
export function artworkRoutes(app: FastifyInstance): void {
  const icon = once(() => artwork("favicon.svg"));
  const socialImage = once(async () =>
    sharp(await artwork("og-image.svg"))
      .resize(1200, 630)
      .jpeg({ quality: 85, mozjpeg: true })
      .toBuffer(),
  );
  app.get("/favicon.svg", async (_, reply) => send(reply, "image/svg+xml", await icon()));
  app.get("/og-image.jpg", async (_, reply) => send(reply, "image/jpeg", await socialImage()));
}

function send(reply: FastifyReply, contentType: string, picture: Buffer) {
  return shareAcrossSites(reply).type(contentType).header("cache-control", "public, max-age=86400").send(picture);
}

/** Does the work when first asked and keeps what came of it; a failure is tried again. */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= work().catch((error) => {
      result = undefined;
      throw error;
    });
    return result;
  };
}
