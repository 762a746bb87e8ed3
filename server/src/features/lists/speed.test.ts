import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { startTestApp } from "../../test/app.ts";
import { createTestDatabase } from "../../test/database.ts";
import { leeway, medianTime } from "../../test/speed.ts";
import { signInUser } from "../../test/users.ts";
import { gameLists, listItems } from "./table.ts";

/** The wishlist's time limit, also for lists of this size. */
const size = 500;
const maxMs = 200;

const database = await createTestDatabase();
const { db } = database;
await db.execute(sql`
  insert into games (title, title_folded, title_key)
  select 'Game ' || number, 'game ' || number, 'game ' || number from generate_series(1, ${2 * size}::int) number
`);
await db.execute(sql`
  insert into game_prices (country, game_id, steam_minor, gog_minor, best_minor, best_store)
  select 'US', id, id % 6000 + 500, id % 5000 + 400, id % 5000 + 400, 'gog' from games where id % 7 > 0
`);
await db.execute(sql`
  insert into offers (country, currency, game_id, store, price_minor, first_seen_at, last_seen_at)
  select 'US', 'USD', id, 'steam', id % 6000 + 500, now(), now() from games where id % 7 > 0
`);
const { id: userId, headers } = await signInUser(db, "Collector");
await db.insert(gameLists).values(Array.from({ length: 50 }, (_, index) => ({ userId, name: `List ${index}` })));
await db.execute(sql`
  insert into list_items (list_id, game_id, position)
  select list.id, games.id, row_number() over (partition by list.id order by games.id)
  from game_lists list cross join games where games.id % 2 = 0
`);
await db.execute(sql`analyze`);
const app = await startTestApp(database);
const [list] = await db.select().from(gameLists).limit(1);
const url = `/api/lists/${list!.id}`;
const ids = (await db.select({ id: listItems.id, listId: listItems.listId }).from(listItems))
  .filter(({ listId }) => listId === list!.id)
  .map(({ id }) => id);
const share = await app.inject({ method: "POST", url: `${url}/share`, headers });
const { token } = share.json<{ token: string }>();

/** Alternates the order, as an unchanged order moves nothing. */
const reorder = (attempt: number) => ({
  method: "PUT" as const,
  url: `${url}/reorder`,
  payload: {
    items: (attempt % 2 ? ids : ids.toReversed()).map((itemId, index) => ({ itemId, position: index + 1 })),
  },
});

test.each([
  ["50 lists", () => ({ method: "GET" as const, url: "/api/lists?gameId=2" })],
  ["a page of the list", () => ({ method: "GET" as const, url: `${url}/items?limit=100&page=5` })],
  ["the list by price", () => ({ method: "GET" as const, url: `${url}/items?limit=100&sort=lowest_price` })],
  ["the basket", () => ({ method: "GET" as const, url: `${url}/basket` })],
  ["an order of all items", reorder],
  ["the shared list", () => ({ method: "GET" as const, url: `/api/shared/${token}?limit=100` })],
  ["its feed", () => ({ method: "GET" as const, url: `/feeds/lists/${token}.rss` })],
])(`%s of ${size} items within ${maxMs} ms`, async (_, requestOf) => {
  let attempt = 0;
  const time = await medianTime(async () => {
    const { statusCode } = await app.inject({ ...requestOf(attempt++), headers });
    expect(statusCode).toBeLessThan(300);
  });
  expect(time).toBeLessThan(maxMs * leeway);
});
