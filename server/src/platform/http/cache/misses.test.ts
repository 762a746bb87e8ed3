// What one address may have made that no cache holds, on the real site.
import type { FastifyInstance } from "fastify";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { startTestApp } from "../../../test/app.ts";
import { built } from "../../../test/built-website.ts";
import { addCatalogue } from "../../../test/catalogue.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { type Handler, startUpstream } from "../../../test/servers/upstream-server.ts";

const database = await createTestDatabase();
const gameIds = await addCatalogue(
  database.db,
  Array.from({ length: 121 }, (_, index) => ({ title: `Game ${index}`, steamAppid: 1_000 + index })),
);

const jpeg = await sharp({ create: { width: 920, height: 430, channels: 3, background: "navy" } })
  .jpeg()
  .toBuffer();
const steam = await startUpstream();
const sendPicture: Handler = (_, response) => void response.setHeader("content-type", "image/jpeg").end(jpeg);

/** A hundredth: 2 pages, 6 pictures, 1 stop link; calls have 6. */
const strict = await startTestApp(database, {
  alone: true,
  env: { RATE_LIMIT_SCALE: "0.01", CACHE_SECONDS: "60", STEAM_IMAGE_URL: steam.origin },
});
const lenient = await startTestApp(database, { alone: true, env: { STEAM_IMAGE_URL: steam.origin } });

const getFrom = (app: FastifyInstance, remoteAddress: string, url: string) => app.inject({ url, remoteAddress });

describe.runIf(built)("pages", () => {
  const open = (client: string, url: string) => getFrom(strict, client, url);

  test("an address has a budget of pages that aren't cached, and gets cached ones beyond it", async () => {
    const first = await open("192.0.2.1", "/games?search=first");
    expect(first.statusCode).toBe(200);
    // makes several calls, and counts once
    expect((await open("192.0.2.1", `/games/${gameIds[0]}`)).statusCode).toBe(200);
    const refused = await open("192.0.2.1", "/games?search=third");
    expect([refused.statusCode, refused.headers["content-type"]]).toEqual([429, "text/html; charset=utf-8"]);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    expect(refused.headers["cache-control"]).toBe("no-store");
    expect(refused.body).toContain("Rate limited. Please try again later.");
    for (const url of ["/no/such/page", "/games/2147483647", "/reset-password?token=x"]) {
      expect([url, (await open("192.0.2.1", url)).statusCode]).toEqual([url, 429]);
    }

    for (const url of [
      "/games?search=first",
      "/games?search=first&utm_source=mail",
      `/games/${gameIds[0]}`,
      "/robots.txt",
    ]) {
      expect([url, (await open("192.0.2.1", url)).statusCode]).toEqual([url, 200]);
    }
    expect((await open("192.0.2.2", "/games?search=third")).statusCode).toBe(200);
  });

  test("those who ask for the same page at once are charged for it once", async () => {
    const all = Array.from({ length: 10 }, () => open("192.0.2.3", "/games?search=together"));
    for (const response of await Promise.all(all)) expect(response.statusCode).toBe(200);
    expect((await open("192.0.2.3", "/games?search=another")).statusCode).toBe(200);
    expect((await open("192.0.2.3", "/games?search=more")).statusCode).toBe(429);
  });

  test("random searches of one address don't slow another's page that isn't cached", async () => {
    await getFrom(lenient, "192.0.2.1", "/");
    const statuses: number[] = [];
    const flood = Array.from({ length: 150 }, async (_, index) => {
      const { statusCode, headers } = await getFrom(lenient, "192.0.2.1", `/games?search=random${index}`);
      if (statusCode === 503) expect(headers["retry-after"]).toBe("5");
      else statuses.push(statusCode);
    });
    const { statusCode } = await getFrom(lenient, "192.0.2.2", "/games?search=wanted");
    expect(statusCode).toBe(200);
    const completedBefore = statuses.length;
    await Promise.all(flood);
    // of the flood a part may wait, and of that the page waited for what was being made
    expect(statuses.length).toBeGreaterThanOrEqual(50);
    expect(statuses.length).toBeLessThan(150);
    expect(completedBefore).toBeLessThan(15);
  });
});

test("an address has a budget of pictures that are fetched or resized, and gets stored ones beyond it", async () => {
  steam.respondWith(sendPicture);
  const open = (client: string, game: number) =>
    getFrom(strict, client, `/images/games/${gameIds[game]}/landscape?w=460`);
  for (let game = 0; game < 6; game++) {
    const { statusCode, headers } = await open("192.0.2.1", game);
    expect([statusCode, headers["content-type"]]).toEqual([200, "image/webp"]);
  }
  const refused = await open("192.0.2.1", 6);
  expect([refused.statusCode, refused.json().code]).toEqual([429, "rate_limited"]);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  expect((await open("192.0.2.1", 0)).statusCode).toBe(200);
  expect((await open("192.0.2.2", 6)).statusCode).toBe(200);
});

test("pictures of one address fill its own part of the queue, and another's waits for few of them", async () => {
  const held: (() => void)[] = [];
  let isHeld = true;
  steam.respondWith((...exchange) => {
    if (isHeld) held.push(() => sendPicture(...exchange));
    else sendPicture(...exchange);
  });
  const [wanted, ...others] = gameIds.map((id) => `/images/games/${id}/landscape`);
  const done: number[] = [];
  const flood = others.map(async (url) => {
    const { statusCode, headers } = await getFrom(lenient, "192.0.2.1", url);
    if (statusCode === 503) expect(headers["retry-after"]).toBe("5");
    done.push(statusCode);
  });
  await expect.poll(() => done).toEqual(Array(20).fill(503));
  const picture = getFrom(lenient, "192.0.2.2", wanted!);
  await expect.poll(() => held.length).toBe(4);
  isHeld = false;
  for (const release of held) release();
  expect((await picture).headers["content-type"]).toBe("image/webp");
  expect(done.length).toBeLessThan(20 + 30);
  await Promise.all(flood);
  expect(done.filter((status) => status === 200)).toHaveLength(100);
});

test("an address has a budget of stop links, by the page and by mail programs alike", async () => {
  const stop = (client: string, url: string) =>
    strict.inject({
      method: "POST",
      url,
      remoteAddress: client,
      ...(url.startsWith("/api") && { payload: { token: "x" } }),
    });
  for (const [client, url] of [
    ["192.0.2.1", "/api/alerts/stop"],
    ["192.0.2.2", "/alerts/stop?token=x"],
  ] as const) {
    expect((await stop(client, url)).statusCode).toBe(400);
    const refused = await stop(client, url);
    expect([refused.statusCode, refused.json().code]).toEqual([429, "rate_limited"]);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  }
});
