import { wishlistEndpoints } from "contract/lists/wishlist-api.ts";
import { beforeEach, expect, test } from "vitest";
import { eq } from "../../platform/db/drizzle.ts";
import { startTestApp } from "../../test/app.ts";
import { addCatalogue } from "../../test/catalogue.ts";
import { createTestDatabase } from "../../test/database.ts";
import { signInUser, type TestUser } from "../../test/users.ts";
import { recordOffers } from "../prices/offers/commands.ts";
import { siteConfig } from "../site-config/table.ts";
import { listItems } from "./table.ts";

const database = await createTestDatabase();
const { db } = database;
const app = await startTestApp(database);
const ada = await signInUser(db, "Ada");
const bob = await signInUser(db, "Bob");
const [alpha = 0, beta = 0, gamma = 0, delta = 0] = await addCatalogue(db, [
  {
    title: "Alpha",
    localizedTitles: "de: Alfa",
    offers: { steam: { priceMinor: 2_000, regularMinor: 4_000 }, cdkeys: { priceMinor: 501, inStock: false } },
  },
  { title: "Éclair", offers: { gog: { priceMinor: 1_999 } } },
  { title: "Gamma", offers: { steam: { priceMinor: 0 }, cdkeys: { priceMinor: 333, inStock: true } } },
  { title: "Delta" },
]);
const unknown = 2_000_000_000;

beforeEach(() => db.delete(listItems));

type Method = "GET" | "POST" | "PUT" | "DELETE";

async function call(user: TestUser | null, method: Method, path: string, payload?: object) {
  const response = await app.inject({ method, url: `/api/wishlist${path}`, headers: { ...user?.headers }, payload });
  return { status: response.statusCode, body: response.body === "" ? undefined : response.json() };
}

const add = async (user: TestUser, gameId: number, more: object = {}) =>
  (await call(user, "POST", "", { gameId, ...more })).body.item;

const addAll = async (user: TestUser, ...gameIds: number[]): Promise<number[]> => {
  const ids: number[] = [];
  for (const gameId of gameIds) ids.push((await add(user, gameId)).wishlist_id);
  return ids;
};

const titlesBy = async (query: string) =>
  (await call(ada, "GET", `?${query}`)).body.items.map((item: { title: string }) => item.title);

/** The items in their owner's order, with their places. */
const ownOrder = async (user: TestUser) =>
  (await call(user, "GET", "?sort=display_order&order=ASC&limit=100")).body.items.map(
    (item: { game_id: number; display_order: number }) => [item.display_order, item.game_id],
  );

test.each(Object.values(wishlistEndpoints).map(({ route }) => route))("%s needs a signed-in user", async (route) => {
  const [method, path = ""] = route.split(" ") as [Method, string];
  const url = path.replace(/^\/api\/wishlist/, "").replace(/\{\w+\}/g, "1");
  expect(await call(null, method, url)).toMatchObject({ status: 401, body: { code: "unauthenticated" } });
});

test("an added game is returned with all that the list shows, in dollars (spec/wishlist-and-alerts 1.1)", async () => {
  const { status, body } = await call(ada, "POST", "", { gameId: alpha, priority: 2, notes: "for winter" });
  expect(status).toBe(201);
  expect(body.item).toEqual({
    wishlist_id: expect.any(Number),
    game_id: alpha,
    title: "Alpha",
    genre: null,
    developer: null,
    steam_appid: null,
    boxart_url: null,
    picture_version: null,
    currency: "USD",
    lowest_price: 5.01,
    lowest_price_store: "cdkeys",
    cut: 87,
    reference_price: 40,
    reference_store: "steam",
    historical_low: 20,
    steam_price: 20,
    cdkeys_price: 5.01,
    gog_price: null,
    null_price: null,
    added_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    priority: 2,
    notes: "for winter",
    display_order: 1,
  });
  expect((await call(ada, "GET", "")).body).toMatchObject({ items: [body.item], total: 1, page: 1, totalPages: 1 });
});

test("priority and notes are 0 and empty unless given", async () => {
  expect(await add(ada, alpha)).toMatchObject({ priority: 0, notes: "" });
});

test("adding twice returns the existing item unchanged", async () => {
  const item = await add(ada, alpha, { notes: "first" });
  expect(await call(ada, "POST", "", { gameId: alpha, notes: "second" })).toEqual({ status: 200, body: { item } });
  expect((await call(ada, "GET", "")).body.total).toBe(1);
});

test("an unknown game cannot be wishlisted", async () => {
  expect(await call(ada, "POST", "", { gameId: unknown })).toMatchObject({
    status: 404,
    body: { error: "Game not found" },
  });
});

test("a user who opened an explicit game's page may add it, and it stays on the list", async () => {
  const [game = 0] = await addCatalogue(db, [{ title: "Grown-up", tags: "Drama, Hentai" }]);
  await addAll(ada, game);
  expect(await titlesBy("")).toEqual(["Grown-up"]);
});

test("a full list refuses new games and still returns existing ones", async () => {
  await db.update(siteConfig).set({ value: "2" }).where(eq(siteConfig.key, "wishlist.max_items"));
  await expect
    .poll(async () => {
      await db.delete(listItems);
      await addAll(ada, alpha, beta);
      return call(ada, "POST", "", { gameId: gamma });
    })
    .toMatchObject({
      status: 409,
      body: { code: "conflict", error: "Your wishlist is full (maximum: 2)." },
    });
  expect((await call(ada, "POST", "", { gameId: alpha })).status).toBe(200);
  expect((await call(bob, "POST", "", { gameId: gamma })).status).toBe(201);
  await db.update(siteConfig).set({ value: "1000" }).where(eq(siteConfig.key, "wishlist.max_items"));
  await expect.poll(async () => (await call(ada, "POST", "", { gameId: gamma })).status).toBe(201);
});

test.each<[string, Method, string, object?]>([
  ["page", "GET", "?page=0"],
  ["limit", "GET", "?limit=101"],
  ["sort", "GET", "?sort=price"],
  ["order", "GET", "?order=up"],
  ["gameId", "POST", "", {}],
  ["gameId", "POST", "", { gameId: "seven" }],
  ["gameId", "POST", "", { gameId: 1.5 }],
  ["gameId", "POST", "", { gameId: 3_000_000_000 }],
  ["priority", "POST", "", { gameId: 1, priority: "high" }],
  ["notes", "POST", "", { gameId: 1, notes: "x".repeat(1_001) }],
  ["notes", "POST", "", { gameId: 1, notes: "a\0b" }],
  ["gameIds", "POST", "/check", { gameIds: [] }],
  ["gameIds", "POST", "/check", { gameIds: Array.from({ length: 101 }, (_, index) => index + 1) }],
  ["notes", "PUT", "/1", { notes: 5 }],
  ["priority", "PUT", "/1", { priority: 0.5 }],
  ["display_order", "PUT", "/1", { display_order: 0 }],
  ["items", "PUT", "/reorder", {}],
  ["items", "PUT", "/reorder", { items: [] }],
  ["items.0.position", "PUT", "/reorder", { items: [{ wishlistId: 1, position: 0 }] }],
  ["items.0.wishlistId", "PUT", "/reorder", { items: [{ position: 1 }] }],
])("a bad %s is a 400 that names it: %s %s %j", async (named, method, path, payload) => {
  const { status, body } = await call(ada, method, path, payload);
  expect(status).toBe(400);
  expect(body.details.map((detail: { path: string }) => detail.path)).toContain(named);
});

test("the list sorts by four columns, ignoring accents; missing prices come last in both directions", async () => {
  await addAll(ada, gamma, beta, delta, alpha);
  expect(await titlesBy("")).toEqual(["Alpha", "Delta", "Éclair", "Gamma"]);
  expect(await titlesBy("sort=added_at&order=asc")).toEqual(["Gamma", "Éclair", "Delta", "Alpha"]);
  expect(await titlesBy("sort=title&order=ASC")).toEqual(["Alpha", "Delta", "Éclair", "Gamma"]);
  expect(await titlesBy("sort=title&order=desc")).toEqual(["Gamma", "Éclair", "Delta", "Alpha"]);
  expect(await titlesBy("sort=lowest_price&order=ASC")).toEqual(["Gamma", "Alpha", "Éclair", "Delta"]);
  expect(await titlesBy("sort=lowest_price&order=DESC")).toEqual(["Éclair", "Alpha", "Gamma", "Delta"]);
  expect(await titlesBy("sort=display_order&order=ASC")).toEqual(["Gamma", "Éclair", "Delta", "Alpha"]);
});

test("a page past the end is empty, with the right totals", async () => {
  await addAll(ada, alpha, beta, gamma);
  expect(await titlesBy("sort=title&order=ASC&limit=2&page=2")).toEqual(["Gamma"]);
  expect((await call(ada, "GET", "?limit=2&page=9")).body).toEqual({ items: [], total: 3, page: 9, totalPages: 2 });
  expect((await call(bob, "GET", "")).body).toEqual({ items: [], total: 0, page: 1, totalPages: 0 });
});

test("checking one game or many returns only the caller's own items", async () => {
  const item = await add(ada, alpha);
  expect((await call(ada, "GET", `/check/${alpha}`)).body).toEqual({ inWishlist: true, wishlistItem: item });
  expect((await call(ada, "GET", `/check/${beta}`)).body).toEqual({ inWishlist: false, wishlistItem: null });
  expect((await call(bob, "GET", `/check/${alpha}`)).body).toEqual({ inWishlist: false, wishlistItem: null });
  const gameIds = [alpha, beta, unknown];
  expect((await call(ada, "POST", "/check", { gameIds })).body).toEqual({ items: { [alpha]: item } });
  expect((await call(bob, "POST", "/check", { gameIds })).body).toEqual({ items: {} });
});

test("stats count in whole cents (spec/wishlist-and-alerts 1.3)", async () => {
  expect((await call(ada, "GET", "/stats")).body).toEqual({
    total_games: 0,
    currency: "USD",
    total_value: 0,
    total_savings: 0,
    average_price: 0,
  });
  await addAll(ada, alpha, beta, gamma, delta);
  await addAll(bob, alpha);
  expect((await call(ada, "GET", "/stats")).body).toEqual({
    total_games: 4,
    currency: "USD",
    total_value: 25,
    total_savings: 14.99,
    average_price: 8.33,
  });
});

test("the basket buys what can be delivered, with and without key shops, and names what is missing", async () => {
  await addAll(ada, alpha, beta, gamma, delta);
  await addAll(bob, delta);
  const { body } = await call(ada, "GET", "/basket");
  const bought = (store: string, game_id: number, title: string, price: number) => ({ game_id, title, store, price });
  const missing = (...ids: [number, string][]) => ids.map(([game_id, title]) => ({ game_id, title }));
  const anywhere = {
    total: 39.99,
    items: [
      bought("steam", alpha, "Alpha", 20),
      bought("gog", beta, "Éclair", 19.99),
      bought("steam", gamma, "Gamma", 0),
    ],
    missing: missing([delta, "Delta"]),
  };
  expect(body).toEqual({
    currency: "USD",
    with_keyshops: anywhere,
    official_only: anywhere,
    per_store: [
      {
        store: "steam",
        way: {
          total: 20,
          items: [bought("steam", alpha, "Alpha", 20), bought("steam", gamma, "Gamma", 0)],
          missing: missing([beta, "Éclair"], [delta, "Delta"]),
        },
      },
      {
        store: "cdkeys",
        way: {
          total: 3.33,
          items: [bought("cdkeys", gamma, "Gamma", 3.33)],
          missing: missing([alpha, "Alpha"], [beta, "Éclair"], [delta, "Delta"]),
        },
      },
      {
        store: "gog",
        way: {
          total: 19.99,
          items: [bought("gog", beta, "Éclair", 19.99)],
          missing: missing([alpha, "Alpha"], [gamma, "Gamma"], [delta, "Delta"]),
        },
      },
      {
        store: "other",
        way: {
          total: 0,
          items: [],
          missing: missing([alpha, "Alpha"], [beta, "Éclair"], [gamma, "Gamma"], [delta, "Delta"]),
        },
      },
    ],
  });
  const [first] = (await call(ada, "GET", "/basket?language=de")).body.with_keyshops.items;
  expect(first).toMatchObject({ title: "Alpha", localized_title: "Alfa" });
});

test("a key shop's offer counts in the basket as soon as it is in stock", async () => {
  const [game = 0] = await addCatalogue(db, [
    { title: "Keys", offers: { cdkeys: { priceMinor: 700, inStock: false }, other: { priceMinor: 900 } } },
  ]);
  await addAll(ada, game);
  const totals = async () => {
    const { with_keyshops, official_only } = (await call(ada, "GET", "/basket")).body;
    return [with_keyshops.total, official_only.total];
  };
  expect(await totals()).toEqual([9, 9]);
  await recordOffers(db, [{ gameId: game, store: "cdkeys", inStock: true }], { now: new Date() });
  expect(await totals()).toEqual([7, 9]);
});

test("removing by item or by game is idempotent and closes the gap", async () => {
  const [, second] = await addAll(ada, alpha, beta, gamma);
  expect((await call(ada, "DELETE", `/${second}`)).status).toBe(204);
  expect((await call(ada, "DELETE", `/${second}`)).status).toBe(204);
  expect(await ownOrder(ada)).toEqual([
    [1, alpha],
    [2, gamma],
  ]);
  expect((await call(ada, "DELETE", `/game/${alpha}`)).status).toBe(204);
  expect((await call(ada, "DELETE", `/game/${alpha}`)).status).toBe(204);
  expect(await ownOrder(ada)).toEqual([[1, gamma]]);
});

test("changing an item keeps omitted fields", async () => {
  const item = await add(ada, alpha, { priority: 1, notes: "old" });
  const put = (changes: object) => call(ada, "PUT", `/${item.wishlist_id}`, changes);
  expect(await put({ notes: "new" })).toEqual({ status: 200, body: { item: { ...item, notes: "new" } } });
  expect((await put({ priority: -3 })).body.item).toEqual({ ...item, notes: "new", priority: -3 });
  expect((await put({ notes: "" })).body.item).toMatchObject({ notes: "", priority: -3 });
  expect((await put({})).status).toBe(200);
});

test.each([
  [1, 3, ["b", "c", "a", "d"]],
  [4, 1, ["d", "a", "b", "c"]],
  [2, 2, ["a", "b", "c", "d"]],
  [1, 99, ["b", "c", "d", "a"]],
])("the item at place %i moves to place %i", async (from, to, expected) => {
  const games = [alpha, beta, gamma, delta];
  const ids = await addAll(ada, ...games);
  const { status, body } = await call(ada, "PUT", `/${ids[from - 1]}`, { display_order: to });
  expect(status).toBe(200);
  expect(body.item.display_order).toBe(Math.min(to, 4));
  expect(await ownOrder(ada)).toEqual(expected.map((name, index) => [index + 1, games["abcd".indexOf(name)]]));
});

test("all items can be reordered", async () => {
  const [a, b, c] = await addAll(ada, alpha, beta, gamma);
  const items = [
    { wishlistId: a, position: 3 },
    { wishlistId: b, position: 1 },
    { wishlistId: c, position: 2 },
  ];
  expect((await call(ada, "PUT", "/reorder", { items })).status).toBe(204);
  expect(await ownOrder(ada)).toEqual([
    [1, beta],
    [2, gamma],
    [3, alpha],
  ]);
});

test("reordering a part moves it to the front, the rest keeps its order (spec/wishlist-and-alerts 2.2)", async () => {
  const [, b, , d] = await addAll(ada, alpha, beta, gamma, delta);
  const items = [
    { wishlistId: b, position: 2_000_000 },
    { wishlistId: d, position: 7 },
  ];
  expect((await call(ada, "PUT", "/reorder", { items })).status).toBe(204);
  expect(await ownOrder(ada)).toEqual([
    [1, delta],
    [2, beta],
    [3, alpha],
    [4, gamma],
  ]);
});

test.each([
  [
    "positions",
    (a: number, b: number) => [
      { wishlistId: a, position: 1 },
      { wishlistId: b, position: 1 },
    ],
    "items.1.position",
  ],
  [
    "items",
    (_: number, b: number) => [
      { wishlistId: b, position: 1 },
      { wishlistId: b, position: 2 },
    ],
    "items.1.wishlistId",
  ],
])("an order with duplicate %s is refused, and nothing moves", async (_, itemsOf, named) => {
  const [a = 0, b = 0] = await addAll(ada, alpha, beta);
  const { status, body } = await call(ada, "PUT", "/reorder", { items: itemsOf(a, b) });
  expect([status, body.details[0].path]).toEqual([400, named]);
  expect(await ownOrder(ada)).toEqual([
    [1, alpha],
    [2, beta],
  ]);
});

// spec/wishlist-and-alerts 2: items in the URL (404), deletions (204), orders (400)
test("another user's item is invisible and unchanged for every call", async () => {
  const [own = 0, second = 0] = await addAll(ada, alpha, beta);
  const [foreign = 0] = await addAll(bob, alpha);
  const before = await ownOrder(bob);
  const [bobs] = (await call(bob, "GET", "")).body.items;

  for (const id of [foreign, unknown]) {
    expect(await call(ada, "PUT", `/${id}`, { notes: "mine", display_order: 1 })).toMatchObject({ status: 404 });
    expect((await call(ada, "DELETE", `/${id}`)).status).toBe(204);
    const items = [
      { wishlistId: second, position: 1 },
      { wishlistId: id, position: 2 },
      { wishlistId: own, position: 3 },
    ];
    const { status, body } = await call(ada, "PUT", "/reorder", { items });
    expect([status, body.code, body.details[0].path]).toEqual([400, "invalid", "items.1.wishlistId"]);
    expect(await ownOrder(ada)).toEqual([
      [1, alpha],
      [2, beta],
    ]);
  }
  expect((await call(ada, "DELETE", `/game/${alpha}`)).status).toBe(204);

  expect(await ownOrder(ada)).toEqual([[1, beta]]);
  expect(await ownOrder(bob)).toEqual(before);
  expect((await call(bob, "GET", "")).body.items).toEqual([bobs]);
});
