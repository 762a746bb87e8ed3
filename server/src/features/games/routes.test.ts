import { gameEndpoints } from "contract/games/api.ts";
import { gameFields } from "contract/games/schema.ts";
import { Pool } from "pg";
import { expect, test, vi } from "vitest";
import { eq } from "../../platform/db/drizzle.ts";
import { byAll, startTestApp } from "../../test/app.ts";
import { addCatalogue, observe } from "../../test/catalogue.ts";
import { createTestDatabase } from "../../test/database.ts";
import { pageOf, sourceOf } from "../../test/servers/price-source.ts";
import { signInUser } from "../../test/users.ts";
import { recordOffers } from "../prices/offers/commands.ts";
import { pollSource } from "../prices/polls/commands-poll.ts";
import { users } from "../users/table.ts";

const database = await createTestDatabase();
const { db } = database;
const seen = new Date("2026-01-02T03:04:05Z");
const [darkSouls, pokemon, adult, unpriced] = (await addCatalogue(
  db,
  [
    {
      title: "Dark Souls",
      rating: 9,
      tags: "Action, RPG",
      playerCount: 10,
      metacriticScore: 89,
      releaseDate: "2011-09-22",
      offers: {
        steam: { priceMinor: 2_000, link: "https://steam.example/1" },
        cdkeys: { priceMinor: 990, link: "https://cdkeys.example/1", inStock: true },
      },
    },
    { title: "Pokémon 100%", rating: 8, offers: { gog: { priceMinor: 0 }, steam: { priceMinor: 500 } } },
    { title: "Night of the Dark", rating: 9.5, tags: "Hentai", offers: { other: { priceMinor: 100 } } },
    { title: "Never sold", rating: 10 },
  ],
  seen,
)) as [number, number, number, number];
const app = await startTestApp(database);
const user = await signInUser(db, "ann");
await db.update(users).set({ showExplicitContent: true }).where(eq(users.id, user.id));

async function get(url: string, headers: Record<string, string> = {}) {
  const response = await app.inject({ url, headers });
  return { status: response.statusCode, body: response.json() };
}

/** The fields of an offer about which nothing is known. */
const offer = {
  currency: "USD",
  converted_price: null,
  activates_in: null,
  activates_on: [],
  voucher: null,
  sale_ends_at: null,
  regular_price: null,
  cut: 0,
  reference_store: "steam",
  link: null,
  in_stock: null,
  last_seen_at: seen.toISOString(),
  ends_at: null,
  was_free_until: null,
};

const idsOf = (body: { games: { id: number }[] }) => body.games.map(({ id }) => id);

test("a game has all its fields, with prices in dollars", async () => {
  expect(await get(`/api/games/${darkSouls}`)).toEqual({
    status: 200,
    body: {
      id: darkSouls,
      title: "Dark Souls",
      genre: null,
      developer: null,
      description: null,
      rating: 9,
      review_score: null,
      review_count: null,
      boxart_url: null,
      bundles: [],
      subscriptions: [],
      picture_version: null,
      steam_appid: null,
      steam_price: 20,
      steam_link: "https://steam.example/1",
      cdkeys_price: 9.9,
      cdkeys_link: "https://cdkeys.example/1",
      cdkeys_stock: true,
      gog_price: null,
      gog_link: null,
      null_price: null,
      null_link: null,
      tags: "Action, RPG",
      player_count: 10,
      metacritic_score: 89,
      release_date: "2011-09-22",
      controller_support: null,
      type: null,
      parent_id: null,
      currency: "USD",
      best_price: 9.9,
      best_store: "cdkeys",
      cut: 51,
      reference_price: 20,
      reference_store: "steam",
      regular_price: null,
      best_official_price: 20,
      best_official_store: "steam",
      price_changed_at: seen.toISOString(),
      previous_price: null,
      sale_ends_at: null,
      savings_percentage: 50.5,
      historical_low: 9.9,
      historical_low_store: "cdkeys",
      historical_low_at: seen.toISOString(),
      historical_low_since: seen.toISOString(),
      previous_low: null,
      historical_official_low: 20,
      historical_keyshop_low: 9.9,
      lowest_ever: false,
      low_kind: null,
      ties_low: false,
      bundle: null,
      explicit: false,
      insight: expect.objectContaining({ verdict: null, confidence: "low" }),
      also_known_as: [],
      lowest_30_days: null,
      next_sale: null,
      markets: expect.any(Array),
      offers: [
        {
          ...offer,
          store: "steam",
          price: 20,
          converted_price: 20,
          activates_on: ["steam"],
          link: "https://steam.example/1",
        },
        {
          ...offer,
          store: "cdkeys",
          price: 9.9,
          converted_price: 9.9,
          cut: 51,
          link: "https://cdkeys.example/1",
          in_stock: true,
        },
      ],
    },
  });
});

test("a game is read by two statements, each of which costs more than its rows", async () => {
  const sent = vi.spyOn(Pool.prototype, "query");
  await get(`/api/games/${pokemon}?country=US`);
  const names = sent.mock.calls.map(([statement]) => (statement as unknown as { name: string }).name);
  sent.mockRestore();
  expect(names.filter(Boolean)).toEqual(["read_details_of_one", "read_prices"]);
});

test.each(["0", "-1", "abc", "1.5", "999999", "99999999999"])("game %s is not found", async (id) => {
  expect(await get(`/api/games/${id}`)).toMatchObject({ status: 404, body: { code: "not_found" } });
});

test.each([
  ["", [unpriced, darkSouls, pokemon], 3],
  ["?search=DARK", [darkSouls], 1],
  ["?search=pokemon", [pokemon], 1],
  ["?search=%25", [pokemon], 1],
  ["?search=_", [], 0],
  ["?search=zzz", [], 0],
  ["?store=steam&sortBy=lowest_price&order=asc", [pokemon, darkSouls], 2],
  ["?store=other", [], 0],
  ["?max_price=9.90", [darkSouls, pokemon], 2],
  ["?max_price=9.89", [pokemon], 1],
  ["?max_price=0", [pokemon], 1],
  ["?sortBy=discount&order=DESC", [pokemon, darkSouls, unpriced], 3],
  ["?limit=1&page=2", [darkSouls], 3],
  ["?limit=1&page=1000000000", [], 3],
  ["?unknown=1", [unpriced, darkSouls, pokemon], 3],
])("GET /api/games%s lists %j of %s", async (query, expected, total) => {
  const { status, body } = await get(`/api/games${query}`);
  expect(status).toBe(200);
  expect(idsOf(body)).toEqual(expected);
  expect(body).toMatchObject({ totalGames: total });
});

test("lists and batches have no fields beyond the contract", async () => {
  const { listGames, freeGames, homepageGames, gamesByIds } = gameEndpoints;
  const lists = [
    [await get("/api/games"), listGames],
    [await get("/api/games?fields=title,tags"), listGames],
    [await get("/api/games/free"), freeGames],
    [await get("/api/games/homepage"), homepageGames],
    [await batch({ gameIds: [darkSouls, pokemon] }), gamesByIds],
  ] as const;
  for (const [{ body }, { response }] of lists) {
    expect(body.games.length).toBeGreaterThan(0);
    expect(response.parse(body)).toEqual(body);
  }
});

test("a list has its page and the totals", async () => {
  const { body } = await get("/api/games?limit=2&page=2");
  expect(body).toMatchObject({ totalPages: 2, totalGames: 3, currentPage: 2 });
  expect((await get("/api/games?search=zzz")).body).toMatchObject({ totalPages: 0, totalGames: 0, currentPage: 1 });
});

test("`fields` selects fields; the id is always included", async () => {
  const { body } = await get("/api/games?fields=title,best_price&search=souls");
  expect(body.games).toEqual([{ id: darkSouls, title: "Dark Souls", best_price: 9.9 }]);
  const listed = gameFields.filter((field) => field !== "offers");
  expect((await get(`/api/games?fields=${listed.join(",")}`)).body).toEqual((await get("/api/games")).body);
  const { body: withOffers } = await get("/api/games?fields=offers&search=souls");
  expect(withOffers.games).toMatchObject([{ id: darkSouls, offers: [{ store: "steam" }, { store: "cdkeys" }] }]);
});

test.each([
  ["/api/games?page=0", "page"],
  ["/api/games?limit=101", "limit"],
  ["/api/games?limit=abc", "limit"],
  ["/api/games?sortBy=price", "sortBy"],
  ["/api/games?order=up", "order"],
  ["/api/games?store=epic", "store"],
  ["/api/games?country=XX", "country"],
  ["/api/games?country=gb", "country"],
  ["/api/games?max_price=-1", "max_price"],
  ["/api/games?max_price=1.999", "max_price"],
  ["/api/games?max_price=1e9", "max_price"],
  ["/api/games?max_price=", "max_price"],
  ["/api/games?fields=title,secret", "fields"],
  ["/api/games/free?sortBy=discount", "sortBy"],
  ["/api/games/free?page=x", "page"],
  ["/api/retailers?show_stock=maybe", "show_stock"],
])("%s is refused, and the error names %s", async (url, path) => {
  expect(await get(url)).toMatchObject({ status: 400, body: { code: "invalid", details: [{ path }] } });
});

test("the home page shows the best rated games that have a price", async () => {
  expect(idsOf((await get("/api/games/homepage")).body)).toEqual([darkSouls, pokemon]);
});

test.each(["rating", "name", "release", "score", "title", "release_date", "metacritic_score"])(
  "free games are those that a store offers at 0, in each sort order: %s",
  async (sort) => {
    const { body } = await get(`/api/games/free?sortBy=${sort}`);
    expect(idsOf(body)).toEqual([pokemon]);
    expect(body).toMatchObject({ totalPages: 1, totalGames: 1, currentPage: 1 });
  },
);

test("the average saving counts only games that are cheaper elsewhere", async () => {
  expect(await get("/api/games/price-stats")).toEqual({ status: 200, body: { avg_savings_percentage: 75.3 } });
});

test("retailers come in display order, with the number of offers in stock on request", async () => {
  expect((await get("/api/retailers")).body.retailers).toEqual([
    { key: "steam", name: "Steam", color: "blue", kind: "official" },
    { key: "cdkeys", name: "CDKeys", color: "green", kind: "keyshop" },
    { key: "gog", name: "GOG", color: "purple", kind: "official" },
    { key: "other", name: "Other", color: "gray", kind: "official" },
  ]);
  expect((await get("/api/retailers?show_stock=true")).body.retailers).toMatchObject([
    { key: "steam", tracks_stock: false, in_stock_count: 2 },
    { key: "cdkeys", tracks_stock: true, in_stock_count: 1 },
    { key: "gog", tracks_stock: false, in_stock_count: 1 },
    { key: "other", tracks_stock: false, in_stock_count: 1 },
  ]);
});

async function batch(payload: unknown, headers: Record<string, string> = {}) {
  const response = await app.inject({ method: "POST", url: "/api/games/batch", payload: payload as object, headers });
  return { status: response.statusCode, body: response.json() };
}

test("a batch comes in the requested order, without unknown games", async () => {
  const { status, body } = await batch({ gameIds: [pokemon, 999_999, darkSouls, pokemon] });
  expect(status).toBe(200);
  expect(idsOf(body)).toEqual([pokemon, darkSouls]);
});

test.each([
  [{}, "gameIds"],
  [{ gameIds: [] }, "gameIds"],
  [{ gameIds: Array(101).fill(1) }, "gameIds"],
  [{ gameIds: ["x"] }, "gameIds.0"],
  [{ gameIds: "1" }, "gameIds"],
])("a batch of %j is refused", async (payload, path) => {
  expect(await batch(payload)).toMatchObject({ status: 400, body: { details: [{ path }] } });
});

test("lists show explicit games only to users who enabled them; a single one is returned to anyone", async () => {
  expect(idsOf((await get("/api/games?search=dark")).body)).toEqual([darkSouls]);
  expect(idsOf((await get("/api/games?search=dark", user.headers)).body)).toEqual([darkSouls, adult]);
  expect(idsOf((await get("/api/games/homepage", user.headers)).body)).toEqual([adult, darkSouls, pokemon]);
  expect(idsOf((await batch({ gameIds: [adult, darkSouls] })).body)).toEqual([darkSouls]);
  expect(idsOf((await batch({ gameIds: [adult, darkSouls] }, user.headers)).body)).toEqual([adult, darkSouls]);
  expect(await get(`/api/games/${adult}`)).toMatchObject({ status: 200, body: { explicit: true } });
});

test("a committed price shows everywhere within a second, without a call to the process", async () => {
  const [id] = await addCatalogue(db, [{ title: "Cheap soon", rating: 1, offers: { steam: { priceMinor: 3_000 } } }]);
  await expect.poll(async () => (await get("/api/games?search=cheap+soon")).body.totalGames).toBe(1);
  await recordOffers(db, observe(id!, { gog: { priceMinor: 1 } }), { now: new Date() });
  const visible = async () => [
    (await get(`/api/games/${id}`)).body.best_price,
    (await get("/api/games?search=cheap+soon")).body.games[0].best_price,
    (await get("/api/games?store=gog&sortBy=lowest_price&order=DESC")).body.games[0].id,
  ];
  await expect.poll(visible, { timeout: 1_000, interval: 20 }).toEqual([0.01, 0.01, id]);
});

test("a game that Steam sells links to its page there, even without a stored link", async () => {
  const [sold, gone] = (await addCatalogue(
    db,
    [
      { title: "Linked by number", steamAppid: 570, offers: { steam: { priceMinor: 0 } } },
      { title: "Not at Steam any more", steamAppid: 571, offers: { gog: { priceMinor: 100 } } },
    ],
    seen,
  )) as [number, number];
  const linkOf = async (id: number) => (await get(`/api/games/${id}`)).body.steam_link;
  await expect.poll(byAll(() => linkOf(sold))).toBe("https://store.steampowered.com/app/570/");
  expect(await linkOf(gone)).toBeNull();
});

test("a game has the offers of the stores that sell it, or once did", async () => {
  const [id] = (await addCatalogue(
    db,
    [
      {
        title: "Sold all over",
        steamAppid: 572,
        offers: {
          steam: { priceMinor: 2_000, regularMinor: 2_500 },
          gog: { priceMinor: 1_500, link: "https://gog.example/1" },
          cdkeys: { priceMinor: null, link: "https://cdkeys.example/1" },
          other: { priceMinor: 900 },
        },
      },
    ],
    seen,
  )) as [number];
  const hours = (count: number) => new Date(seen.getTime() + count * 60 * 60 * 1000);
  const free = { gameId: id, store: "other", priceMinor: 0, endsAt: hours(2) } as const;
  await recordOffers(db, [free], { now: hours(1) });
  await recordOffers(db, observe(id, { gog: { priceMinor: null }, other: { priceMinor: 900 } }), { now: hours(3) });
  await recordOffers(db, [{ ...free, endsAt: hours(10) }], { now: hours(4) });
  await expect.poll(byAll(async () => (await get(`/api/games/${id}`)).body.best_price)).toBe(0);
  const { body } = await get(`/api/games/${id}`);
  expect(body.offers).toEqual([
    {
      ...offer,
      store: "steam",
      price: 20,
      converted_price: 20,
      regular_price: 25,
      cut: 20,
      activates_on: ["steam"],
      link: "https://store.steampowered.com/app/572/",
    },
    {
      ...offer,
      store: "gog",
      price: null,
      activates_on: ["gog", "drm-free"],
      link: "https://gog.example/1",
      last_seen_at: hours(3).toISOString(),
    },
    {
      ...offer,
      store: "other",
      price: 0,
      converted_price: 0,
      cut: 100,
      last_seen_at: hours(4).toISOString(),
      ends_at: hours(10).toISOString(),
      was_free_until: hours(2).toISOString(),
    },
  ]);
});

test("a poll that changes nothing updates when the prices were last seen", async () => {
  const [id] = (await addCatalogue(db, [{ title: "Always the same", offers: { gog: { priceMinor: 700 } } }], seen)) as [
    number,
  ];
  const lastSeen = async () => (await get(`/api/games/${id}`)).body.offers[0].last_seen_at;
  await expect.poll(lastSeen).toBe(seen.toISOString());
  const later = new Date(seen.getTime() + 60 * 60 * 1000);
  const poll = await pollSource(db, sourceOf("gog", [pageOf(observe(id, { gog: { priceMinor: 700 } }))]), {
    connection: { connectionString: database.url },
    clock: () => later,
    signal: new AbortController().signal,
  });
  expect(poll).toMatchObject({ state: "done", changed: 0 });
  await expect.poll(lastSeen).toBe(later.toISOString());
});
