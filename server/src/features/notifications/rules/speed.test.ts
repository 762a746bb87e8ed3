import { expect, test } from "vitest";
import { sql } from "../../../platform/db/drizzle.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { addThousandAlerts } from "../../../test/notices.ts";
import { repeats } from "../../../test/processes/soak.ts";
import { leeway, medianTime, timeOf } from "../../../test/speed.ts";
import { recordOffers } from "../../prices/offers/commands.ts";
import { notificationDeliveries, notificationEvents, ruleStates } from "../table.ts";

/** Rules, price changes, and the minimum rate of evaluated rules a second, beyond recording the prices. */
const rules = repeats(2_000, 10_000);
const changes = repeats(400, 2_000);
const perSecond = 5_000;

const { db } = await createTestDatabase();

await db.execute(sql`
  insert into users (username, username_key)
  select 'user' || number, 'user' || number from generate_series(1, 500) number
`);
await db.execute(sql`
  insert into games (title, title_folded, title_key)
  select 'Game ' || number, 'game ' || number, 'game ' || number from generate_series(1, ${2 * changes}::int) number
`);
const { rows } = await db.execute<{ id: number }>(sql`select id from games order by id`);
const gameIds = rows.map(({ id }) => id);
let clock = Date.parse("2026-03-01T12:00:00Z");

/** Half of the games have rules. */
async function change(ids: readonly number[], priceMinor: number): Promise<void> {
  clock += 3_600_000;
  const offers = ids.flatMap((gameId) => [
    { gameId, store: "steam", priceMinor },
    { gameId, store: "gog", priceMinor: priceMinor + 100 },
  ]);
  await recordOffers(db, offers, { now: new Date(clock) });
}

await change(gameIds, 5_000);
await db.execute(sql`
  insert into notification_rules (user_id, kind, subject, game_id, country, value, scope)
  select users.id, (array['drop', 'target', 'low', 'stock', 'free'])[1 + number % 5], 'game',
    ${gameIds[0]} + number % ${changes}, 'US', case when number % 5 = 1 then 1 end,
    (array['all', 'official', 'mine'])[1 + number % 3]
  from generate_series(0, ${rules - 1}::int) number
  join users on users.username = 'user' || (1 + number % 500)
`);

test(`${perSecond} rules are evaluated in a second`, async () => {
  await db.execute(sql`analyze`);
  let price = 4_000;
  const timeWith = (ids: readonly number[]) =>
    medianTime(() => {
      price -= 10;
      return change(ids, price);
    });
  const bare = await timeWith(gameIds.slice(changes));
  const watched = await timeWith(gameIds.slice(0, changes));
  const rate = Math.round((rules / (watched - bare)) * 1_000);
  expect(await db.$count(ruleStates)).toBeGreaterThan(rules * 0.7);
  expect(await db.$count(notificationEvents)).toBeGreaterThan(rules * 0.3);
  console.log(`${rate} rules a second: ${Math.round(watched)} ms with rules, ${Math.round(bare)} ms without`);
  expect(rate * leeway).toBeGreaterThan(perSecond);
}, 300_000);

test("a thousand alerts of one game fire within two seconds", async () => {
  const { rows: added } = await db.execute<{ id: number }>(
    sql`insert into games (title, title_folded, title_key) values ('Popular', 'popular', 'popular') returning id`,
  );
  const { id } = added[0]!;
  await change([id], 2_000);
  await addThousandAlerts(db, id);
  expect(await timeOf(() => change([id], 1_500))).toBeLessThan(2_000 * leeway);
  expect(await db.$count(notificationDeliveries)).toBe(1_000);
});
