import { listEndpoints } from "contract/lists/api.ts";
import { maxLists } from "contract/lists/rules.ts";
import { beforeEach, expect, test } from "vitest";
import { sql } from "../../platform/db/drizzle.ts";
import { startTestApp } from "../../test/app.ts";
import { addCatalogue } from "../../test/catalogue.ts";
import { createTestDatabase } from "../../test/database.ts";
import { signInUser, type TestUser } from "../../test/users.ts";
import { gameLists, listItems } from "./table.ts";

const database = await createTestDatabase();
const { db } = database;
const app = await startTestApp(database);
const ada = await signInUser(db, "Ada");
const bob = await signInUser(db, "Bob");
const games = await addCatalogue(db, [
  { title: "Alpha", offers: { steam: { priceMinor: 2_000, regularMinor: 4_000 } } },
  { title: "Éclair", offers: { gog: { priceMinor: 1_999 } } },
  { title: "Gamma", offers: { steam: { priceMinor: 0 }, cdkeys: { priceMinor: 333, inStock: true } } },
  { title: "Delta", localizedTitles: "ja: デルタ" },
]);
const [alpha = 0, beta = 0, gamma = 0, delta = 0] = games;
const unknown = 2_000_000_000;

beforeEach(() => db.delete(gameLists));

type Method = "GET" | "POST" | "PUT" | "DELETE";

async function call(user: TestUser | null, method: Method, path: string, payload?: object) {
  const response = await app.inject({ method, url: `/api/lists${path}`, headers: { ...user?.headers }, payload });
  return { status: response.statusCode, body: response.body === "" ? undefined : response.json() };
}

const create = async (user: TestUser, more: object = {}): Promise<number> =>
  (await call(user, "POST", "", { name: "Winter", ...more })).body.list.id;

/** A list of these games; the ids of its items. */
async function fill(user: TestUser, ...gameIds: number[]): Promise<[list: number, ...items: number[]]> {
  const list = await create(user);
  const items: number[] = [];
  for (const gameId of gameIds) items.push((await call(user, "POST", `/${list}/items`, { gameId })).body.item.item_id);
  return [list, ...items];
}

/** The games in their owner's order, with their positions. */
const ownOrder = async (user: TestUser, list: number) =>
  (await call(user, "GET", `/${list}/items?limit=100`)).body.items.map(
    (item: { game_id: number; display_order: number }) => [item.display_order, item.game_id],
  );

test.each(Object.values(listEndpoints).map(({ route }) => route))("%s needs a signed-in user", async (route) => {
  const [method, path = ""] = route.split(" ") as [Method, string];
  const url = path.replace(/^\/api\/lists/, "").replace(/\{\w+\}/g, "1");
  expect(await call(null, method, url)).toMatchObject({ status: 401, body: { code: "unauthenticated" } });
});

test("a list has a name and reports its contents (spec/lists 1.1)", async () => {
  const { status, body } = await call(ada, "POST", "", { name: "  Party \n games ", description: "for Friday" });
  expect(status).toBe(201);
  expect(body.list).toEqual({
    id: expect.any(Number),
    name: "Party games",
    description: "for Friday",
    is_gift: false,
    shared: false,
    total: 0,
    game_ids: [],
    created_at: expect.stringMatching(/Z$/),
    version: 1,
  });
  const { id } = body.list;
  for (const gameId of games) await call(ada, "POST", `/${id}/items`, { gameId });
  expect((await call(ada, "GET", `/${id}`)).body).toEqual({
    list: { ...body.list, total: 4, game_ids: games },
    share: null,
  });
  const later = await create(ada);
  const { lists } = (await call(ada, "GET", `?gameId=${beta}`)).body;
  expect(lists.map((list: { id: number; has_game: boolean }) => [list.id, list.has_game])).toEqual([
    [later, false],
    [id, true],
  ]);
  expect((await call(bob, "GET", "")).body).toEqual({ lists: [] });
});

test("a change keeps omitted fields; one based on an old version is refused (spec/lists 1.2)", async () => {
  const id = await create(ada, { description: "cold" });
  const changed = await call(ada, "PUT", `/${id}`, { name: "Summer", base_version: 1 });
  expect(changed).toMatchObject({ status: 200, body: { list: { name: "Summer", description: "cold", version: 2 } } });
  expect(await call(ada, "PUT", `/${id}`, { description: "late", base_version: 1 })).toMatchObject({
    status: 409,
    body: { code: "stale", current: { name: "Summer", version: 2 } },
  });
  expect((await call(ada, "PUT", `/${id}`, { is_gift: true })).body.list).toMatchObject({ is_gift: true, version: 3 });
});

test(`a user has at most ${maxLists} lists, even when created concurrently`, async () => {
  const createMore = () => call(bob, "POST", "", { name: "More" });
  const created = await Promise.all(Array.from({ length: maxLists + 5 }, createMore));
  expect(created.filter(({ status }) => status === 201)).toHaveLength(maxLists);
  expect(created.find(({ status }) => status !== 201)).toMatchObject({
    status: 409,
    body: { error: "You have the maximum number of lists (50). Delete one first." },
  });
});

test("a full list refuses new games, but accepts those that it holds", async () => {
  const [list] = await fill(ada, alpha);
  await db.execute(sql`
    insert into games (title, title_folded, title_key)
    select 'More ' || n, 'more', 'more' from generate_series(1, 999) n
  `);
  await db.execute(sql`
    insert into list_items (list_id, game_id, position)
    select ${list}, id, 1 + row_number() over (order by id) from games where title like 'More %'
  `);
  expect(await call(ada, "POST", `/${list}/items`, { gameId: gamma })).toMatchObject({
    status: 409,
    body: { code: "conflict", error: "This list is full (maximum: 1,000)." },
  });
  expect((await call(ada, "POST", `/${list}/items`, { gameId: alpha })).status).toBe(200);
});

test("an item shows its game's prices; adding it again returns the same item", async () => {
  const list = await create(ada);
  const first = await call(ada, "POST", `/${list}/items`, { gameId: alpha, notes: "co-op" });
  expect(first).toMatchObject({
    status: 201,
    body: { item: { game_id: alpha, title: "Alpha", lowest_price: 20, steam_price: 20, notes: "co-op" } },
  });
  const again = await call(ada, "POST", `/${list}/items`, { gameId: alpha, notes: "other" });
  expect(again).toEqual({ status: 200, body: first.body });
  expect((await call(ada, "POST", `/${list}/items`, { gameId: unknown })).status).toBe(404);
  const { item } = first.body;
  expect((await call(ada, "PUT", `/${list}/items/${item.item_id}`, { notes: "solo" })).body.item).toEqual({
    ...item,
    notes: "solo",
  });
});

test("items sort four ways, and are paginated (spec/lists 2.2)", async () => {
  const [list] = await fill(ada, gamma, beta, delta, alpha);
  const titlesBy = async (query: string) =>
    (await call(ada, "GET", `/${list}/items?${query}`)).body.items.map((item: { title: string }) => item.title);
  expect(await titlesBy("")).toEqual(["Gamma", "Éclair", "Delta", "Alpha"]);
  expect(await titlesBy("sort=title")).toEqual(["Alpha", "Delta", "Éclair", "Gamma"]);
  expect(await titlesBy("sort=lowest_price&order=desc")).toEqual(["Alpha", "Éclair", "Gamma", "Delta"]);
  expect(await titlesBy("sort=added_at&order=DESC")).toEqual(["Alpha", "Delta", "Éclair", "Gamma"]);
  expect(await titlesBy("limit=3&page=2")).toEqual(["Alpha"]);
  expect((await call(ada, "GET", `/${list}/items?page=9`)).body).toEqual({
    items: [],
    total: 4,
    page: 9,
    totalPages: 1,
  });
});

test("moving, reordering and removing keep positions without gaps (spec/lists 2.3)", async () => {
  const [list, a, b, c, d] = await fill(ada, alpha, beta, gamma, delta);
  expect((await call(ada, "PUT", `/${list}/items/${d}`, { display_order: 1 })).body.item.display_order).toBe(1);
  expect(await ownOrder(ada, list)).toEqual([delta, alpha, beta, gamma].map((game, index) => [index + 1, game]));
  const items = [
    { itemId: b, position: 9 },
    { itemId: a, position: 7 },
  ];
  expect((await call(ada, "PUT", `/${list}/reorder`, { items })).status).toBe(204);
  expect(await ownOrder(ada, list)).toEqual([alpha, beta, delta, gamma].map((game, index) => [index + 1, game]));
  for (let twice = 0; twice < 2; twice += 1) {
    expect((await call(ada, "DELETE", `/${list}/items/game/${beta}`)).status).toBe(204);
    expect((await call(ada, "DELETE", `/${list}/items/${c}`)).status).toBe(204);
  }
  expect(await ownOrder(ada, list)).toEqual([
    [1, alpha],
    [2, delta],
  ]);
});

test("the basket buys the whole list", async () => {
  const [list] = await fill(ada, alpha, beta, delta);
  const { body } = await call(ada, "GET", `/${list}/basket`);
  expect(body.with_keyshops).toMatchObject({ total: 39.99, missing: [{ game_id: delta, title: "Delta" }] });
  const { body: japanese } = await call(ada, "GET", `/${list}/basket?language=ja`);
  expect(japanese.with_keyshops.missing).toEqual([{ game_id: delta, title: "Delta", localized_title: "デルタ" }]);
});

test.each<[string, Method, string, object]>([
  ["name", "POST", "", {}],
  ["name", "POST", "", { name: " \n " }],
  ["name", "POST", "", { name: "x".repeat(101) }],
  ["description", "POST", "", { name: "A", description: "x".repeat(1_001) }],
  ["is_gift", "PUT", "/1", { is_gift: "yes" }],
  ["gameId", "POST", "/1/items", { gameId: "seven" }],
  ["notes", "POST", "/1/items", { gameId: 1, notes: "x".repeat(1_001) }],
  ["display_order", "PUT", "/1/items/1", { display_order: 0 }],
  ["items", "PUT", "/1/reorder", { items: [] }],
  ["notes", "POST", "/1/share", { notes: 1 }],
])("a bad %s is a 400 that names it: %s %s %j", async (named, method, path, payload) => {
  const { status, body } = await call(ada, method, path, payload);
  expect(status).toBe(400);
  expect(body.details.map((detail: { path: string }) => detail.path)).toContain(named);
});

test("an order that repeats an item or names a foreign one is refused, and nothing moves", async () => {
  const [list, a, b] = await fill(ada, alpha, beta);
  const [, foreign] = await fill(ada, gamma);
  const orders: [object[], string][] = [
    [
      [
        { itemId: a, position: 1 },
        { itemId: a, position: 2 },
      ],
      "items.1.itemId",
    ],
    [
      [
        { itemId: b, position: 1 },
        { itemId: a, position: 1 },
      ],
      "items.1.position",
    ],
    [
      [
        { itemId: b, position: 1 },
        { itemId: foreign, position: 2 },
      ],
      "items.1.itemId",
    ],
  ];
  for (const [items, named] of orders) {
    const { status, body } = await call(ada, "PUT", `/${list}/reorder`, { items });
    expect([status, body.details[0].path]).toEqual([400, named]);
  }
  expect(await ownOrder(ada, list)).toEqual([
    [1, alpha],
    [2, beta],
  ]);
});

test("another user's list is not found by any call, and stays unchanged", async () => {
  const [list, item] = await fill(bob, alpha, beta);
  const before = (await call(bob, "GET", `/${list}`)).body;
  const foreign: [Method, string, object?][] = [
    ["GET", ""],
    ["PUT", "", { name: "Mine" }],
    ["GET", "/items"],
    ["POST", "/items", { gameId: gamma }],
    ["PUT", `/items/${item}`, { notes: "mine" }],
    ["DELETE", `/items/${item}`],
    ["DELETE", `/items/game/${alpha}`],
    ["PUT", "/reorder", { items: [{ itemId: item, position: 1 }] }],
    ["GET", "/basket"],
    ["POST", "/share"],
    ["PUT", "/share", { notes: true }],
    ["DELETE", "/share"],
  ];
  for (const [method, path, body] of foreign)
    expect([method, path, (await call(ada, method, `/${list}${path}`, body)).status]).toEqual([method, path, 404]);
  expect((await call(ada, "DELETE", `/${list}`)).status).toBe(204);
  expect((await call(bob, "GET", `/${list}`)).body).toEqual(before);
  expect(await ownOrder(bob, list)).toEqual([
    [1, alpha],
    [2, beta],
  ]);
});

test("deleting a list deletes its items, and can be repeated", async () => {
  const [list] = await fill(ada, alpha, beta);
  expect((await call(ada, "DELETE", `/${list}`)).status).toBe(204);
  expect((await call(ada, "DELETE", `/${list}`)).status).toBe(204);
  expect(await db.$count(listItems)).toBe(0);
});
