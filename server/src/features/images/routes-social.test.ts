import { readdir } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test, vi } from "vitest";
import { startTestApp } from "../../test/app.ts";
import { addCatalogue } from "../../test/catalogue.ts";
import { createTestDatabase } from "../../test/database.ts";
import { folderOf, header, imageHost } from "../../test/image-host.ts";
import type { PicturedGame, SocialFacts } from "./present.ts";

const database = await createTestDatabase();
const { results, requests, place, openSite } = imageHost(database.db);
const game: PicturedGame = { title: "Portal", genre: "Puzzle", steamAppid: null, boxartUrl: null };
const facts: SocialFacts = {
  title: "Portal",
  price: "$4.99",
  discount: "−50%",
  regular: "$9.99",
  store: "at Steam",
  low: "Lowest ever",
  site: "Lootwise",
};
const url = "/images/games/1/social";

async function stored() {
  const names = await readdir(join(place.dataDir, "images"), { recursive: true }).catch(() => []);
  return names.filter((name) => name.endsWith("-social.jpg"));
}

test("a picture to share is a JPEG of 1200 × 630, drawn once for each price", async () => {
  const changing = { ...facts };
  const countDrawing = vi.fn();
  const app = openSite({ findSocial: () => ({ game, facts: changing }), countDrawing });
  const first = await app.inject(url);
  expect(first.headers).toMatchObject({ "content-type": "image/jpeg", "cache-control": "public, max-age=3600" });
  expect(await sharp(first.rawPayload).metadata()).toMatchObject({ format: "jpeg", width: 1200, height: 630 });
  expect((await app.inject(url)).rawPayload).toEqual(first.rawPayload);
  expect(await stored()).toHaveLength(1);
  expect(countDrawing).toHaveBeenCalledTimes(1);
  expect((await app.inject({ url, headers: { "if-none-match": String(first.headers.etag) } })).statusCode).toBe(304);
  changing.price = "$3.99";
  expect((await app.inject(url)).headers.etag).not.toBe(first.headers.etag);
  expect(await stored()).toHaveLength(2);
});

test("it has the game's cover, and is stored only once that is fetched", async () => {
  const pictured = { ...game, steamAppid: 77 };
  const now = { time: Date.now() };
  const app = openSite({ findSocial: () => ({ game: pictured, facts }), now: () => now.time });
  expect((await app.inject(url)).statusCode).toBe(200);
  expect(requests).not.toEqual([]);
  expect(await stored()).toEqual([]);
  results[`${folderOf(77)}/header.jpg`] = header;
  now.time += 30 * 24 * 60 * 60 * 1000;
  expect((await app.inject(url)).statusCode).toBe(200);
  expect(await stored()).toHaveLength(1);
});

test.each([
  ["markup", `<script>&"'</script> ]]>`],
  ["any script and control characters", "大逆转裁判 逆転 Ведьмак العربية 😀 \u0000\u0007\ud800"],
  ["a very long title", "Endless ".repeat(60)],
  ["one endless word", "W".repeat(300)],
  ["nothing", ""],
])("a title of %s is drawn", async (_, title) => {
  const nothing = { price: null, discount: null, regular: null, store: null, low: null };
  const app = openSite({ findSocial: () => ({ game: { ...game, title }, facts: { ...facts, ...nothing, title } }) });
  const { statusCode, rawPayload } = await app.inject(url);
  expect(statusCode).toBe(200);
  expect(await sharp(rawPayload).metadata()).toMatchObject({ width: 1200, height: 630 });
});

test("concurrent requests share one drawing", async () => {
  const countDrawing = vi.fn();
  const app = openSite({ findSocial: () => ({ game, facts: { ...facts, price: "$1.00" } }), countDrawing });
  await Promise.all(Array.from({ length: 5 }, () => app.inject(url)));
  expect(countDrawing).toHaveBeenCalledTimes(1);
});

test("the site draws a game's price in a market; unknown games and countries have no picture", async () => {
  const [id] = await addCatalogue(database.db, [{ title: "Quake", offers: { steam: { priceMinor: 499 } } }]);
  const app = await startTestApp(database);
  const statusOf = async (path: string) => (await app.inject(path)).statusCode;
  expect(await statusOf(`/images/games/${id}/social?country=us`)).toBe(200);
  expect(await statusOf(`/images/games/${id}/social?country=XX`)).toBe(400);
  expect(await statusOf(`/images/games/${id}/social?country=nowhere`)).toBe(400);
  expect(await statusOf("/images/games/999999/social")).toBe(404);
  expect(await statusOf("/images/games/abc/social")).toBe(404);
});
