import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { foldText } from "contract/core/text.ts";
import { titleKey } from "contract/games/rules.ts";
import Fastify, { type FastifyInstance } from "fastify";
import sharp from "sharp";
import { afterEach, beforeEach } from "vitest";
import { games } from "../features/games/table.ts";
import { type ImageOptions, registerImages } from "../features/images/routes.ts";
import type { Db } from "../platform/db/connect.ts";
import { eq } from "../platform/db/drizzle.ts";
import { handleErrors } from "../platform/http/errors.ts";

/** Each test of the file gets an image host, a data folder, and sites that cache the host's images in the folder. */
export function imageHost(db: Db) {
  /** Responses of the fake image host of Steam, by path; 404 for others. */
  const results: Record<string, Buffer | RequestListener> = {};
  const requests: string[] = [];
  const closing: (() => Promise<unknown>)[] = [];
  const place = { host: "", dataDir: "" };

  beforeEach(async () => {
    for (const path of Object.keys(results)) delete results[path];
    requests.length = 0;
    closing.length = 0;
    place.dataDir = await mkdtemp(join(tmpdir(), "images-"));
    place.host = await serve((request, response) => {
      requests.push(request.url!);
      const result = results[request.url!];
      if (typeof result === "function") result(request, response);
      else if (result) response.writeHead(200, { "content-type": "image/jpeg" }).end(result);
      else response.writeHead(404).end();
    });
  });

  afterEach(async () => {
    for (const close of closing.reverse()) await close();
    await rm(place.dataDir, { recursive: true });
  });

  async function serve(listener: RequestListener): Promise<string> {
    const server = createServer(listener).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    closing.push(async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  function openSite(options: Partial<ImageOptions> = {}): FastifyInstance {
    const app = Fastify();
    handleErrors(app);
    const env = { dataDir: place.dataDir, steamImageUrl: place.host };
    registerImages(app, {
      findGame,
      findSocial: () => null,
      findSharedList: () => Promise.reject(new Error("not called")),
      readUpload: async () => null,
      env,
      countMiss: () => {},
      countDrawing: () => {},
      ...options,
    });
    closing.push(() => app.close());
    return app;
  }

  async function findGame(id: number) {
    const [game] = await db.select().from(games).where(eq(games.id, id));
    return game ?? null;
  }

  let lastAppid = 1_000;

  /** Adds a game with a new appid. */
  async function addGame(facts: { steamAppid?: number | null; boxartUrl?: string } = {}) {
    const title = "Portal & Friends";
    const values = { title, titleFolded: foldText(title), titleKey: titleKey(title), genre: "Puzzle" };
    const [game] = await db
      .insert(games)
      .values({ ...values, steamAppid: ++lastAppid, ...facts })
      .returning({ id: games.id, appid: games.steamAppid });
    return { id: game!.id, appid: game!.appid! };
  }

  return { results, requests, closing, place, serve, openSite, addGame };
}

export const noise = {
  create: {
    width: 460,
    height: 215,
    channels: 3,
    background: "#357",
    noise: { type: "gaussian", mean: 120, sigma: 40 },
  },
} as const;
export const header = await sharp(noise).jpeg().toBuffer();

export const folderOf = (appid: number) => `/store_item_assets/steam/apps/${appid}`;
export const landscape = (id: number, query = "") => ({ url: `/images/games/${id}/landscape${query}` });

export const cover = { statusCode: 200, headers: { "content-type": "image/svg+xml" } };
export const webp = { statusCode: 200, headers: { "content-type": "image/webp" } };
