import { expect, test } from "vitest";
import { eq, sql } from "../../platform/db/drizzle.ts";
import { startTestApp } from "../../test/app.ts";
import { createTestDatabase } from "../../test/database.ts";
import { leeway, medianTime } from "../../test/speed.ts";
import { signInUser } from "../../test/users.ts";
import { gameLists, listItems } from "./table.ts";

/** Items of the wishlist, far above what the site's settings allow, and of each of 50 lists. */
const wished = 10_000;
const size = 500;
const maxMs = 200;

const database = await createTestDatabase();
const { db } = database;
await db.execute(sql`
  insert into games (title, title_folded, title_key)
  select 'Game ' || number, 'game ' || number, 'game ' || number from generate_series(1, ${wished + 500}::int) number
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
const [wishlist, list] = await db
  .insert(gameLists)
  .values([
    { userId, kind: "wishlist", name: "" },
    ...Array.from({ length: 50 }, (_, index) => ({ userId, name: `List ${index}` })),
  ])
  .returning();
await db.execute(sql`
  insert into list_items (list_id, game_id, position)
  select list.id, games.id, row_number() over (partition by list.id order by games.id)
  from game_lists list cross join games
  where games.id > 500 and (list.kind = 'wishlist' or games.id <= ${500 + size}::int)
`);
await db.execute(sql`analyze`);
const app = await startTestApp(database);
const share = await app.inject({ method: "POST", url: `/api/lists/${list!.id}/share`, headers });
const { token } = share.json<{ token: string }>();

const itemsOf = async (listId: number) =>
  (await db.select({ id: listItems.id }).from(listItems).where(eq(listItems.listId, listId)).orderBy(listItems.id)).map(
    ({ id }) => id,
  );
const [listed, ids] = [await itemsOf(list!.id), await itemsOf(wishlist!.id)];

/** Alternates the order, as an unchanged order moves nothing. */
const reorder = (path: string, name: "itemId" | "wishlistId", ids: number[]) => (attempt: number) => ({
  method: "PUT" as const,
  url: `/api${path}/reorder`,
  payload: {
    items: (attempt % 2 ? ids : ids.toReversed()).map((id, index) => ({ [name]: id, position: index + 1 })),
  },
});
const get = (url: string) => () => ({ method: "GET" as const, url });
const lists = `/api/lists/${list!.id}`;
const inWishlist = (query: string) => get(`/api/wishlist?limit=100&${query}`);

test.each([
  ["50 lists", get("/api/lists?gameId=501")],
  [`a page of a list of ${size}`, get(`${lists}/items?limit=100&page=5`)],
  ["a list by price", get(`${lists}/items?limit=100&sort=lowest_price`)],
  ["its basket", get(`${lists}/basket`)],
  ["an order of all its items", reorder(`/lists/${list!.id}`, "itemId", listed)],
  ["a shared list", get(`/api/shared/${token}?limit=100`)],
  ["its feed", get(`/feeds/lists/${token}.rss`)],
  [`a wishlist of ${wished}, newest first`, inWishlist("")],
  ["the wishlist by title, its last page", inWishlist("sort=title&order=asc&page=100")],
  ["the wishlist by price", inWishlist("sort=lowest_price&order=asc")],
  ["the wishlist in its owner's order", inWishlist("sort=display_order&order=asc&page=50")],
  ["its stats", get("/api/wishlist/stats")],
  ["an order of all its items", reorder("/wishlist", "wishlistId", ids)],
  ["an order of a part", reorder("/wishlist", "wishlistId", ids.slice(5_000, 5_050))],
])(`%s within ${maxMs} ms`, async (_, requestOf) => {
  let attempt = 0;
  const limit = maxMs * leeway;
  const time = await medianTime(async () => {
    const { statusCode } = await app.inject({ ...requestOf(attempt++), headers });
    expect(statusCode).toBeLessThan(300);
  }, limit);
  expect(time).toBeLessThan(limit);
});
