import { expect, test } from "vitest";
import { sql } from "../../../platform/db/drizzle.ts";
import { addCatalogue } from "../../../test/catalogue.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { repeats } from "../../../test/processes/soak.ts";
import { leeway } from "../../../test/speed.ts";
import { listItems } from "../../lists/table.ts";
import { mergeGame } from "./commands-merge.ts";
import { unmergeGame } from "./commands-unmerge.ts";

/** Users who wishlisted the game; a tenth of them the other one too, and half of them with an alert. */
const size = repeats(2_000, 10_000);
const maxMs = 3_000;

const { db } = await createTestDatabase();
const ids = await addCatalogue(db, [{ title: "From" }, { title: "Into" }, { title: "First" }, { title: "Last" }]);
const [from = 0, into = 0, first = 0, last = 0] = ids;
await db.execute(sql`
  insert into users (username, username_key)
  select 'user_' || n, 'user_' || n from generate_series(1, ${size}::int) n`);
await db.execute(sql`insert into game_lists (user_id, kind, name) select id, 'wishlist', '' from users`);
for (const [n, { game, every }] of [
  { game: first, every: 1 },
  { game: from, every: 1 },
  { game: into, every: 10 },
  { game: last, every: 1 },
].entries()) {
  await db.execute(sql`
    insert into list_items (list_id, game_id, position)
    select list.id, ${game}, ${n + 1} - (user_id % 10 > 0 and ${n} = 3)::int
    from game_lists list where user_id % ${every} = 0`);
}
await db.execute(sql`
  insert into notification_rules (user_id, kind, subject, game_id, country, value, scope)
  select id, 'target', 'game', ${from}, 'US', 500, 'mine' from users where id % 2 = 0`);
await db.execute(sql`
  insert into price_history (game_id, country, store, currency, recorded_at, price_minor)
  select id, 'US', store, 'USD', '2026-01-01'::timestamptz + make_interval(hours => n), 500 + n % 7 * 100
  from games cross join unnest(array['steam', 'gog', 'cdkeys', 'other']) store cross join generate_series(1, 500) n
  where id in (${from}, ${into})`);
await db.execute(sql`
  insert into offers (game_id, country, store, currency, price_minor, first_seen_at, last_seen_at)
  select game_id, country, store, currency, (array_agg(price_minor order by recorded_at desc))[1], min(recorded_at),
    max(recorded_at) from price_history group by game_id, country, store, currency`);
await db.execute(sql`analyze`);

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

test(`a game on ${size} wishlists, with 2,000 prices, is merged and restored within ${maxMs} ms each`, async () => {
  const merging = await timed(() => mergeGame(db, null, { id: from, intoId: into, now: new Date() }));
  expect(await db.$count(listItems)).toBe(3 * size);
  const undoing = await timed(() => unmergeGame(db, null, from, new Date()));
  expect(await db.$count(listItems)).toBe(3.1 * size);
  expect(Math.max(merging, undoing)).toBeLessThan(maxMs * leeway);
});
