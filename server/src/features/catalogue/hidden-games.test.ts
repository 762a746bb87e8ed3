import { beforeAll, expect, test } from "vitest";
import { startTestApp } from "../../test/app.ts";
import { addCatalogue } from "../../test/catalogue.ts";
import { createTestDatabase } from "../../test/database.ts";
import { signInAdmin, signInUser } from "../../test/users.ts";
import { notificationEvents } from "../notifications/table.ts";
import { recordOffers } from "../prices/offers/commands.ts";

const database = await createTestDatabase();
const { db } = database;
// without jobs, which would mail alerts as soon as they fire
const app = await startTestApp(database, { env: { ROLE: "web" } });
const editor = await signInAdmin(db, "Editor", ["catalogue.read", "catalogue.write"]);
const fan = await signInUser(db, "Fan");
const start = Date.now() - 40 * 86_400_000;

const [sable = 0, journey = 0] = await addCatalogue(
  db,
  [
    {
      title: "Zabelin Sands",
      genre: "Gliding",
      developer: "Zabelin Works",
      tags: "Gliding, Desert",
      rating: 9,
      offers: { steam: { priceMinor: 2_000, regularMinor: 2_000, link: "https://store.test/zabelin" } },
    },
    {
      title: "Journey",
      tags: "Gliding, Desert",
      rating: 8,
      offers: { steam: { priceMinor: 1_000, regularMinor: 2_000, link: "https://store.test/journey" } },
    },
    // so that not all games share a tag
    { title: "Chess", tags: "Board Game" },
  ],
  new Date(start),
);

const sell = (priceMinor: number, days: number) =>
  recordOffers(db, [{ gameId: sable, store: "steam", priceMinor, regularMinor: 2_000 }], {
    now: new Date(start + days * 86_400_000),
  });

const asFan = (method: "GET" | "POST", url: string, payload?: object) =>
  app.inject({ method, url, headers: fan.headers, ...(payload && { payload }) });
const setHidden = (what: "hide" | "unhide") =>
  app.inject({ method: "POST", url: `/api/admin/catalogue/games/${sable}/${what}`, headers: editor.headers });
const statusOf = async (url: string) => (await app.inject({ url, headers: fan.headers })).statusCode;
const untilStatus = (status: number) => expect.poll(() => statusOf(`/api/games/${sable}`)).toBe(status);

beforeAll(async () => {
  await sell(500, 39);
  expect((await asFan("POST", "/api/wishlist", { gameId: sable })).statusCode).toBe(201);
  expect((await asFan("POST", "/api/wishlist", { gameId: journey })).statusCode).toBe(201);
  expect((await asFan("POST", "/api/alerts", { gameId: sable, targetPrice: null })).statusCode).toBe(201);
});

/** Responses that mention the game while it is visible. */
const mentions = [
  "/api/games?type=any",
  "/api/games?search=zabelin",
  "/api/games/suggest?q=zabelin",
  "/api/games/suggest?q=glid",
  "/api/games/homepage",
  "/api/deals?section=best",
  "/api/deals?section=cuts",
  `/api/games/${journey}/similar`,
  "/api/landing/developer/zabelin-works",
  "/feeds/games.json",
  "/feeds/deals/cuts.json",
  "/sitemap-1.xml",
];

/** Responds with 404 while the game is hidden. */
const ofTheGame = [
  `/api/games/${sable}`,
  `/api/games/${sable}/similar`,
  `/api/games/${sable}/price-history`,
  `/go/${sable}/steam`,
  `/images/games/${sable}/landscape`,
  `/images/games/${sable}/social`,
];

const isMentioned = (body: string) => new RegExp(`zabelin|gliding|/games/${sable}\\b`, "i").test(body);

async function stillMentioning(): Promise<string[]> {
  const bodies = await Promise.all(mentions.map(async (url) => [url, (await app.inject(url)).body] as const));
  return bodies.filter(([, body]) => isMentioned(body.replace(/"tags":"[^"]*"/g, ""))).map(([url]) => url);
}

test("a hidden game disappears for visitors, and unhiding restores it", async () => {
  await untilStatus(200);
  await expect.poll(stillMentioning).toEqual(mentions);
  expect(await Promise.all(ofTheGame.map(statusOf))).toEqual([200, 200, 200, 302, 200, 200]);

  await setHidden("hide");
  await untilStatus(404);
  // the other game shares its tag
  const others = ["/api/games/suggest?q=glid"];
  await expect.poll(async () => (await stillMentioning()).filter((url) => !others.includes(url))).toEqual([]);
  expect(await Promise.all(ofTheGame.map(statusOf))).toEqual([404, 404, 404, 404, 404, 404]);
  const byIds = await app.inject({ method: "POST", url: "/api/games/batch", payload: { gameIds: [sable, journey] } });
  expect(byIds.json().games).toMatchObject([{ id: journey }]);

  await setHidden("unhide");
  await untilStatus(200);
  // similar games are cached until one of them changes
  const back = mentions.filter((url) => !url.endsWith("/similar"));
  await expect.poll(stillMentioning).toEqual(expect.arrayContaining(back));
});

test("wishlists retain it without showing it, and its alerts don't fire", async () => {
  await setHidden("hide");
  const list = (await asFan("GET", "/api/wishlist")).json();
  expect(list).toMatchObject({ items: [{ game_id: journey }], total: 1 });
  expect((await asFan("GET", "/api/wishlist/stats")).json()).toMatchObject({ total_games: 1 });
  expect((await asFan("GET", `/api/wishlist/check/${sable}`)).body).not.toContain("true");
  expect((await asFan("GET", "/api/wishlist/basket")).body).not.toContain("Zabelin");
  expect((await asFan("GET", "/api/alerts")).body).not.toContain("Zabelin");
  expect((await asFan("POST", "/api/wishlist", { gameId: sable })).statusCode).toBe(404);
  expect((await asFan("POST", "/api/alerts", { gameId: sable, targetPrice: null })).statusCode).toBe(404);
  await sell(100, 39.2);
  expect(await db.$count(notificationEvents)).toBe(0);

  expect((await asFan("GET", "/api/auth/export")).json().wishlist).toHaveLength(2);

  await setHidden("unhide");
  expect((await asFan("GET", "/api/wishlist")).json()).toMatchObject({ total: 2 });
  await sell(50, 39.4);
  expect(await db.$count(notificationEvents)).toBe(1);
});
