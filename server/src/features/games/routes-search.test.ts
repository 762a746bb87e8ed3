import { expect, test } from "vitest";
import { eq } from "../../platform/db/drizzle.ts";
import { startTestApp } from "../../test/app.ts";
import { addCatalogue } from "../../test/catalogue.ts";
import { createTestDatabase } from "../../test/database.ts";
import { signInUser } from "../../test/users.ts";
import { users } from "../users/table.ts";
import { games } from "./table.ts";

const database = await createTestDatabase();
const { db } = database;
await addCatalogue(db, [
  {
    title: "Stardew Valley",
    developer: "ConcernedApe",
    tags: "Farming Sim, Cozy",
    playerCount: 50,
    offers: { steam: { priceMinor: 1_000, regularMinor: 1_500 } },
  },
  { title: "Stardew Knockoff", tags: "Farming Sim", playerCount: 5 },
  { title: "Stardew Nights", tags: "Farming Sim, Hentai", playerCount: 500 },
  ...Array.from({ length: 9 }, (_, n) => ({ title: `Farm ${n}`, developer: "Valley Farmers", playerCount: n })),
]);
await db.update(games).set({ genre: "Farming" });
const app = await startTestApp(database);

async function get(url: string, headers: Record<string, string> = {}) {
  const response = await app.inject({ url, headers });
  return { status: response.statusCode, body: response.json() };
}
const titlesOf = (body: { games: { title: string }[] }) => body.games.map(({ title }) => title);

test("a list reports the corrected search, and null when the search was not corrected", async () => {
  const { body } = await get("/api/games?search=stardw+valley");
  expect(titlesOf(body)).toEqual(["Stardew Valley"]);
  expect(body).toMatchObject({ corrected: "stardew valley", totalGames: 1 });
  expect((await get("/api/games?search=stardew+valley")).body.corrected).toBeNull();
  expect((await get("/api/games")).body).not.toHaveProperty("corrected");
});

test("an exact search is not corrected, and takes true or false only", async () => {
  const { body } = await get("/api/games?search=stardw+valley&exact=true");
  expect(body).toMatchObject({ games: [], totalGames: 0, corrected: null });
  expect((await get("/api/games?search=a&exact=maybe")).status).toBe(400);
});

test("suggestions are games by relevance with their prices, then genres, tags and developers", async () => {
  expect(await get("/api/games/suggest?q=stardew")).toEqual({
    status: 200,
    body: {
      games: [
        {
          id: 1,
          title: "Stardew Valley",
          picture_version: null,
          best_price: 10,
          regular_price: 15,
          reference_price: 15,
          reference_store: "steam",
          cut: 33,
          currency: "USD",
          type: null,
        },
        expect.objectContaining({ title: "Stardew Knockoff", best_price: null }),
      ],
      total: 2,
      hidden_explicit: 1,
      genres: [],
      tags: [],
      developers: [],
    },
  });
});

test("at most eight games are suggested, with the total, and names with that prefix", async () => {
  const { body } = await get("/api/games/suggest?q=farm");
  expect(body.games).toHaveLength(8);
  expect(body).toMatchObject({
    total: 9,
    genres: ["Farming"],
    tags: ["Farming Sim"],
    developers: ["Valley Farmers"],
  });
});

test("typos are corrected in suggestions as well", async () => {
  expect(titlesOf((await get("/api/games/suggest?q=stardw+val")).body)).toEqual(["Stardew Valley"]);
});

test.each(["", "?q=", "?q=%20"])("nothing is suggested for an empty query%s", async (query) => {
  const { body } = await get(`/api/games/suggest${query}`);
  expect(body).toEqual({ games: [], total: 0, hidden_explicit: 0, genres: [], tags: [], developers: [] });
});

test("explicit games are suggested to users who enabled them", async () => {
  const user = await signInUser(db, "ann");
  await db.update(users).set({ showExplicitContent: true }).where(eq(users.id, user.id));
  const { body } = await get("/api/games/suggest?q=stardew", user.headers);
  expect(titlesOf(body)).toContain("Stardew Nights");
});

test("suggestions may be cached publicly", async () => {
  const { headers } = await app.inject("/api/games/suggest?q=stardew");
  expect(headers["cache-control"]).toMatch(/^public/);
  expect(headers.etag).toBeDefined();
});
