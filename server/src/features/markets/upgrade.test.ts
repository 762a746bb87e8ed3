import { beforeAll, expect, test } from "vitest";
import { migrateDatabase } from "../../platform/db/migrate.ts";
import { createTestDatabase } from "../../test/database.ts";
import { createReleasedSchema } from "../../test/released-schema.ts";

/** The migrations before markets shared prices. */
const before = 58;

const database = await createTestDatabase({ bare: true });

/** Five markets that have prices; two of them would share those of Germany, of which the Netherlands have a feed alone. */
const fiveMarkets = `
  update markets set enabled = country in ('US', 'GB', 'DE', 'FR', 'NL');
  insert into games (title, title_folded, title_key)
    select 'Game ' || n, 'game ' || n, 'game ' || n from generate_series(1, 20) n;
  insert into offers (game_id, country, store, currency, price_minor, first_seen_at, last_seen_at)
    select games.id, country, 'steam', currency, 100 * games.id, '2026-01-01', '2026-02-01'
    from games, markets where enabled and country <> 'NL';
  insert into price_history (game_id, country, store, currency, price_minor, recorded_at)
    select game_id, country, store, currency, price_minor, first_seen_at from offers;
  insert into product_feeds (store, country, address, updated_at) values ('fanatical', 'NL', 'a feed', '2026-01-01')`;

const seen = {
  offers: "select * from offers",
  history: "select game_id, country, store, price_minor, recorded_at from price_history",
  feeds: "select store, country, address from product_feeds",
  markets: "select country, currency, locale, enabled from markets",
};

async function readAll() {
  const rows = Object.entries(seen).map(async ([name, query]) => {
    const { rows } = await database.pool.query(`select row(seen.*)::text as row from (${query}) seen order by 1`);
    return [name, rows.map(({ row }) => row)] as const;
  });
  return Object.fromEntries(await Promise.all(rows));
}

let earlier: Awaited<ReturnType<typeof readAll>>;

beforeAll(async () => {
  const client = await database.pool.connect();
  try {
    await client.query("begin");
    await createReleasedSchema(client, before);
    await client.query(fiveMarkets);
    await client.query("commit");
  } finally {
    client.release(true);
  }
  earlier = await readAll();
  await migrateDatabase(database.pool);
}, 60_000);

test("markets, offers, history and feeds are as before", async () => {
  const now = await readAll();
  for (const [part, rows] of Object.entries(earlier)) expect([part, now[part]]).toEqual([part, rows]);
});

test("markets share prices only where they have none of their own, and no feed", async () => {
  const { rows } = await database.pool.query(`
    select "with", array_agg(country order by country) as countries
    from (select country, shares_prices_with as "with" from markets) shared where "with" is not null
    group by 1 order by 1`);
  expect(rows).toEqual([
    { with: "DE", countries: "AT BE CZ DK ES FI GR HU IE IT PT RO SE".split(" ") },
    { with: "TR", countries: ["EG"] },
  ]);
});
