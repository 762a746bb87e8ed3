import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { startTestApp } from "../../test/app.ts";
import { createTestDatabase } from "../../test/database.ts";
import { leeway, medianTime } from "../../test/speed.ts";
import { signInUser } from "../../test/users.ts";
import { gameLists, listItems } from "./table.ts";

/** A wishlist of this size, far above what the site's settings allow, is served within this time. */
const size = 10_000;
const maxMs = 200;

const database = await createTestDatabase();
const { db } = database;
const app = await startTestApp(database);
const { id: userId, headers } = await signInUser(db, "Collector");

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
const [wishlist] = await db.insert(gameLists).values({ userId, kind: "wishlist", name: "" }).returning();
await db.execute(sql`
  insert into list_items (list_id, game_id, position)
  select ${wishlist!.id}, id, row_number() over (order by id) from games where id % 2 = 0
`);
await db.execute(sql`analyze`);
const ids = (await db.select({ id: listItems.id }).from(listItems).orderBy(listItems.id)).map(({ id }) => id);

const list = (query: string) => () => ({ method: "GET" as const, url: `/api/wishlist?limit=100&${query}` });
/** Alternates the order, because an unchanged order moves nothing. */
const reorder = (order: readonly number[]) => (attempt: number) => ({
  method: "PUT" as const,
  url: "/api/wishlist/reorder",
  payload: {
    items: (attempt % 2 ? order : order.toReversed()).map((wishlistId, index) => ({
      wishlistId,
      position: index + 1,
    })),
  },
});

test.each([
  ["the list, newest first", list("")],
  ["the list by title, its last page", list("sort=title&order=asc&page=100")],
  ["the list by price", list("sort=lowest_price&order=asc")],
  ["the list in its owner's order", list("sort=display_order&order=asc&page=50")],
  ["the stats", () => ({ method: "GET" as const, url: "/api/wishlist/stats" })],
  ["an order of all items", reorder(ids)],
  ["an order of a part", reorder(ids.slice(5_000, 5_050))],
])(`%s of ${size} items within ${maxMs} ms`, async (_, requestOf) => {
  let attempt = 0;
  const time = await medianTime(async () => {
    const { statusCode } = await app.inject({ ...requestOf(attempt++), headers });
    expect(statusCode).toBeLessThan(300);
  });
  expect(time).toBeLessThan(maxMs * leeway);
});
