// A site with a whole catalogue upgrades by itself in a minute, and can return to the data from before.
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { rollBack } from "../platform/backup/rollback.ts";
import { startEmbedded } from "../platform/db/embedded/embedded.ts";
import { listAppliedMigrations, listKnownMigrations } from "../platform/db/migrate.ts";
import { createTestFolder } from "../test/folder.ts";
import { repeats } from "../test/processes/soak.ts";
import { createReleasedSchema } from "../test/released-schema.ts";
import { startSiteProcess, stopSiteProcess } from "../test/site.ts";

/** The migrations before texts and titles had languages. */
const before = 59;
const games = repeats(300, 31_320);
const users = repeats(50, 10_000);

const folder = await createTestFolder();
const dataDir = folder.path("data");
const log = { info() {}, warn: console.warn, error: console.error };

const released = `
  select make_price_history_months((now() - interval '24 months')::date, now()::date);
  insert into games (title, title_folded, title_key, rating, steam_appid, tags, release_date)
    select 'Game ' || n, 'game ' || n, 'game ' || n, n % 100 / 10.0, n, 'Action, RPG', date '2010-01-01' + n % 5000
    from generate_series(1, ${games}) n;
  insert into game_prices (game_id, country, steam_minor, best_minor, best_store, low_minor, low_store, low_at)
    select id, 'US', 1999, 999, 'gog', 499, 'gog', now() - interval '100 days' from games;
  insert into offers (game_id, country, store, currency, price_minor, regular_minor, link, first_seen_at, last_seen_at)
    select id, 'US', store, 'USD', 999 + id % 1000, 1999, 'https://store.example/' || id, '2025-01-01', now()
    from games, unnest('{steam,gog,cdkeys}'::text[]) store;
  insert into price_history (game_id, country, store, currency, recorded_at, price_minor, regular_minor)
    select id, 'US', store, 'USD', now() - n * interval '100 days' - id % 5000 * interval '1 minute',
      499 + (id + n) % 1500, 1999
    from games, unnest('{steam,gog,cdkeys}'::text[]) store, generate_series(0, 5) n;
  insert into users (username, username_key, email, email_key, password_hash)
    select 'user_' || n, 'user_' || n, 'user_' || n || '@example.com', 'user_' || n || '@example.com', '$argon2id$'
    from generate_series(1, ${users}) n;
  insert into game_lists (user_id, kind, name) select id, 'wishlist', '' from users;
  insert into list_items (list_id, game_id, position)
    select list.id, 1 + (list.id * 7 + n) % ${games}, n from game_lists list, generate_series(1, 10) n;
  insert into notification_rules (user_id, kind, subject, game_id, country, value, scope)
    select id, 'target', 'game', 1 + id % ${games}, 'US', 500, 'all' from users;
  insert into audit_log (user_id, action, resource_type, description)
    select 1, 'UPDATE', 'site_config', 'Change ' || n from generate_series(1, 1000) n`;

/** Everything that people would miss, as one row. */
const kept = `select
  (select count(*) from users where username like 'user%') as users, (select count(*) from list_items) as wishes,
  (select count(*) from notification_rules) as rules, (select count(*) from games) as games,
  (select count(*) || ' ' || sum(price_minor) from price_history) as history`;

/** What the work finds in the database while the site is stopped. */
async function inDatabase<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const server = await startEmbedded({ dataDir, log });
  const client = new pg.Client(server.connection);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
    await server.stop();
  }
}

const read = async (client: pg.Client) => (await client.query(kept)).rows[0];

test(`${games} games and ${users} users`, { timeout: 600_000 }, async () => {
  const seen = await inDatabase(async (client) => {
    await client.query("begin");
    await createReleasedSchema(client, before);
    await client.query(released);
    await client.query("commit");
    return await read(client);
  });

  const site = await startSiteProcess({ dataDir, env: { LOG_LEVEL: "info" } });
  onTestFinished(async () => void (await stopSiteProcess(site)));
  const [, guess] = /takes about (\d+ \w+): languages; add saved searches;/.exec(site.output()) ?? [];
  const [, taken] = /Upgraded the database in (\d+ \w+)/.exec(site.output()) ?? [];
  const seconds = (site.readyMs / 1_000).toFixed(1);
  console.log(`${games} games: ready after ${seconds} s, upgraded in ${taken}, expected ${guess}`);
  expect(guess && taken).toBeTruthy();
  expect(site.readyMs).toBeLessThan(60_000);
  const { totalGames } = (await (await fetch(`${site.url}/api/games`)).json()) as { totalGames: number };
  expect(totalGames).toBe(games);
  await stopSiteProcess(site);
  expect(await inDatabase(read)).toEqual(seen);

  const known = listKnownMigrations().slice(0, before);
  const server = await startEmbedded({ dataDir, log });
  onTestFinished(() => server.stop());
  await rollBack(server.connection, { folder: `${dataDir}/backups`, now: new Date(), secretKey: null, known });
  expect(await inDatabase(read)).toEqual(seen);
  expect(await inDatabase(listAppliedMigrations)).toEqual(known);
});
