import { gameEndpoints } from "contract/games/api.ts";
import { expect, test } from "vitest";
import { eq } from "../../platform/db/drizzle.ts";
import { startTestApp } from "../../test/app.ts";
import { addCatalogue, observe } from "../../test/catalogue.ts";
import { createTestDatabase } from "../../test/database.ts";
import { markets } from "../markets/table.ts";
import { recordOffers } from "../prices/offers/commands.ts";

const database = await createTestDatabase();
const { db } = database;
await db.update(markets).set({ enabled: true }).where(eq(markets.country, "JP"));
const sold = (priceMinor: number, regularMinor?: number) => ({ steam: { priceMinor, regularMinor } });
const [hades, celeste, addOn] = (await addCatalogue(db, [
  {
    title: "Hades",
    genre: "Action",
    tags: "Roguelike, Indie",
    playerCount: 9,
    controllerSupport: "full",
    offers: sold(999, 1_998),
  },
  {
    ...{ title: "Celeste", genre: "Platformer", tags: "Indie", playerCount: 5, controllerSupport: "partial" as const },
    offers: sold(1_999),
  },
  { title: "Celeste Farewell", genre: "Platformer", type: "dlc", tags: "Indie", offers: sold(0) },
])) as [number, number, number];
const app = await startTestApp(database);

async function get(query: string) {
  const response = await app.inject({ url: `/api/games?${query}` });
  return { status: response.statusCode, body: response.json() };
}

const idsOf = ({ body }: { body: { games: { id: number }[] } }) => body.games.map(({ id }) => id);

test.each([
  ["sortBy=popularity", [hades, celeste]],
  ["sortBy=cut", [hades, celeste]],
  ["type=any&sortBy=popularity", [hades, celeste, addOn]],
  ["type=dlc,bundle", [addOn]],
  ["genre=action,PLATFORMER&sortBy=title&order=ASC", [celeste, hades]],
  ["controller=full", [hades]],
  ["controller=partial", [celeste]],
  ["controller=partial,full&sortBy=title&order=ASC", [celeste, hades]],
  ["controller=full&type=any&free=true", []],
  ["tag=indie,roguelike", [hades]],
  ["tag_not=roguelike", [celeste]],
  ["min_price=9.99&max_price=10", [hades]],
  ["min_price=20&max_price=10", []],
  ["min_cut=50&official=true", [hades]],
  ["free=true&type=any", [addOn]],
  ["free=false&official=false&upcoming=false&sortBy=title&order=ASC", [celeste, hades]],
  ["low_within=5&sortBy=title&order=ASC", [celeste, hades]],
  ["developer=nobody", []],
])("GET /api/games?%s lists %j", async (query, expected) => {
  expect(idsOf(await get(query))).toEqual(expected);
});

test.each([
  ["min_price=abc", "min_price"],
  ["min_price=1.999", "min_price"],
  ["country=JP&min_price=1.5", "min_price"],
  ["min_cut=101", "min_cut"],
  ["low=foo", "low"],
  ["low=near&low_within=-1", "low_within"],
  ["genre=", "genre"],
  ["tag=a,,b", "tag"],
  ["tag_any=%20", "tag_any"],
  [`tag_not=${Array.from({ length: 21 }, (_, n) => n).join()}`, "tag_not"],
  ["developer=", "developer"],
  ["released_from=2026-02-30", "released_from"],
  ["released_to=tomorrow", "released_to"],
  ["upcoming=yes", "upcoming"],
  ["min_rating=11", "min_rating"],
  ["min_metacritic=x", "min_metacritic"],
  ["min_players=-1", "min_players"],
  ["type=foo", "type"],
  ["free=1", "free"],
  ["official=1", "official"],
  ["facets=1", "facets"],
])("GET /api/games?%s is refused, and the error names %s", async (query, path) => {
  expect(await get(query)).toMatchObject({ status: 400, body: { code: "invalid", details: [{ path }] } });
});

test("facets are included on request, without fields beyond the contract", async () => {
  const { body } = await get("facets=true&genre=action&limit=1&fields=title");
  expect(gameEndpoints.listGames.response.parse(body)).toEqual(body);
  expect(body).toMatchObject({
    games: [{ id: hades, title: "Hades" }],
    facets: {
      store: [{ value: "steam", count: 1 }],
      genre: [
        { value: "Action", count: 1 },
        { value: "Platformer", count: 1 },
      ],
      tag: [
        { value: "Indie", count: 1 },
        { value: "Roguelike", count: 1 },
      ],
      price: [{ value: "5", count: 1 }],
      cut: [10, 25, 50].map((cut) => ({ value: String(cut), count: 1 })),
      type: [{ value: "game", count: 1 }],
    },
  });
  expect(body).not.toHaveProperty("without");
  expect((await get("genre=action")).body).not.toHaveProperty("facets");
});

test("without a match, facets suggest which filter to drop", async () => {
  const { body } = await get("facets=true&max_price=5&tag=indie");
  expect(body).toMatchObject({ totalGames: 0, without: { max_price: 2, tag: 0 } });
});

test("only a search has a corrected text", async () => {
  expect((await get("search=hades")).body).toMatchObject({ corrected: null });
  expect((await get("")).body).not.toHaveProperty("corrected");
});

test("a cached list with facets shows a changed price", async () => {
  const prices = async () => (await get("facets=true&fields=title&search=celeste")).body.facets.price;
  expect(await prices()).toEqual([{ value: "15", count: 1 }]);
  await recordOffers(db, observe(celeste, sold(4_999)), { now: new Date() });
  await expect.poll(prices).toEqual([{ value: "40", count: 1 }]);
});
