import { execFile } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import pg, { type ClientBase, type Pool } from "pg";
import { describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/database.ts";
import { createTestFolder } from "../../test/folder.ts";
import { createReleasedSchema } from "../../test/released-schema.ts";
import { listTables, quoted, quotedColumns, type Table } from "../backup/tables.ts";
import { listAppliedMigrations, listKnownMigrations, migrateDatabase } from "./migrate.ts";

/** Number of migrations in the last release. */
const lastRelease = 7;

const folder = await createTestFolder();
const run = promisify(execFile);
const migrator = fileURLToPath(new URL("../../test/processes/migrator.ts", import.meta.url));

async function withClient<T>(pool: Pool, work: (client: ClientBase) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  return work(client).finally(() => client.release());
}

/** A database as the last release left it, with rows in every table. */
async function createReleasedDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase({ bare: true });
  await withClient(database.pool, async (client) => {
    await createReleasedSchema(client, lastRelease);
    await client.query(released);
  });
  return database;
}

const released = `
  insert into games (title, title_folded, title_key, rating, steam_appid, tags, release_date, sample)
    select 'Game ' || n, 'game ' || n, 'game ' || n, n / 2.0, n, 'Action, 缺氧', date '2020-01-01' + n, false
    from generate_series(1, 20) n;
  insert into game_prices (game_id, steam_cents, best_cents, best_store, low_cents, low_store, low_at)
    select id, 999, 999, 'steam', 499, 'steam', '2026-01-01' from games;
  insert into offers (game_id, store, price_cents, link, first_seen_at, last_seen_at)
    select id, 'steam', 999, 'https://store.example/' || id, '2026-01-01', '2026-02-01' from games;
  insert into price_history (game_id, store, recorded_at, price_cents)
    select id, 'steam', timestamptz '2026-01-01' + n * interval '1 day', 499 + n from games, generate_series(0, 30) n;
  insert into content_strings (key, category, current_value) values ('header.brand_name', 'header', 'Ludothek');
  insert into content_string_versions (content_string_id, value) select id, current_value from content_strings;
  insert into site_config (key, type, value, category) values ('contact.email', 'string', 'me@example.com', 'contact');
  insert into users (username, username_key, email, email_key, password_hash)
    values ('Ada', 'ada', 'ada@example.com', 'ada@example.com', '$argon2id$');
  insert into sessions (token_hash, user_id, expires_at) select '\\x01', id, '2030-01-01' from users;
  insert into password_resets (token_hash, user_id, expires_at) select '\\x02', id, '2030-01-01' from users;
  insert into one_time_keys (key, value, expires_at) values ('nonce', '1', '2030-01-01');
  insert into signing_keys (purpose, key) values ('stop-links', '\\x03');
  insert into wishlist_items (user_id, game_id, display_order) select users.id, games.id, games.id from users, games;
  insert into price_alerts (user_id, game_id, target_cents) select users.id, games.id, 500 from users, games;
  insert into admin_roles (name, permissions) values ('super_admin', '{}');
  insert into role_assignments (user_id, role_id) select users.id, admin_roles.id from users, admin_roles;
  insert into audit_log (user_id, action, resource_type, description)
    select id, 'UPDATE', 'site_config', 'Changed contact.email' from users, generate_series(1, 5);
  insert into contact_submissions (status, submitted_at, folded_name, folded_email, folded_subject)
    values ('new', '2026-01-01', 'ada', 'ada@example.com', 'hello');
  insert into contact_messages (submission_id, name, email, subject, message)
    select id, 'Ada', 'ada@example.com', 'Hello', 'A message' from contact_submissions`;

/** Where the rows of tables are that have become part of others. */
const moved: Record<string, string> = {
  wishlist_items: `(
    select item.*, user_id, position as display_order
    from list_items item join game_lists list on list.id = list_id and kind = 'wishlist'
  ) wishlist_items`,
};

/** All rows of the tables, with the given columns under their current names. */
async function readAll(pool: Pool, tables: readonly Table[]): Promise<Record<string, string[]>> {
  const { rows: columns } = await pool.query<{ name: string }>(
    "select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'",
  );
  const named = new Set(columns.map(({ name }) => name));
  const renamed = (table: string, name: string) =>
    named.has(`${table}.${name}`) ? name : name.replace(/_cents$/, "_minor");
  const found: Record<string, string[]> = {};
  for (const table of tables) {
    const isMoved = ![...named].some((name) => name.startsWith(`${table.name}.`));
    const { rows } = await pool.query(
      `select row(${quotedColumns({
        ...table,
        columns: table.columns.map((column) => ({ ...column, name: renamed(table.name, column.name) })),
      })})::text as row from ${isMoved ? moved[table.name] : quoted(table)} order by 1`,
    );
    found[table.name] = rows.map(({ row }) => row);
  }
  return found;
}

describe("from the last release", async () => {
  const database = await createReleasedDatabase();
  const { pool } = database;
  const before = await withClient(pool, listTables);
  const tables = before.filter(({ schema }) => schema === "public");
  const rows = await readAll(pool, tables);

  test("its data has rows in every table", () => {
    const empty = Object.entries(rows).filter(([, found]) => found.length === 0);
    expect(empty).toEqual([]);
  });

  test("the newer migrations run", async () => {
    await migrateDatabase(pool);
    expect(await withClient(pool, listAppliedMigrations)).toEqual(listKnownMigrations());
  });

  test("all rows are unchanged", async () => {
    // alerts became rules, as `notifications/upgrade.test.ts` checks
    const { admin_roles: roles, price_alerts: alerts, ...others } = rows;
    const remaining = tables.filter(({ name }) => name !== "price_alerts");
    const { admin_roles: newRoles, ...newOthers } = await readAll(pool, remaining);
    expect(newOthers).toEqual(others);
    const { rows: rules } = await pool.query("select from notification_rules where former_alert_id is not null");
    expect(rules).toHaveLength(alerts!.length);
    // the release may add roles
    expect(newRoles).toEqual(expect.arrayContaining(roles!));
  });

  test("an exclusive migration waits for processes of the last release to end", async () => {
    const { pool: other, url } = await createReleasedDatabase();
    const client = new pg.Client({ connectionString: url, application_name: "lootwise changes" });
    await client.connect();
    const migrating = migrateDatabase(other);
    const applied = () => withClient(other, listAppliedMigrations);
    // the migration has looked for other processes and found one
    const hasLooked = `select from pg_stat_activity where datname = current_database() and state = 'idle'
      and query like '%as processes from pg_stat_activity%'`;
    await expect.poll(async () => (await other.query(hasLooked)).rowCount).toBe(1);
    expect(await applied()).not.toEqual(listKnownMigrations());
    await client.end();
    await migrating;
    expect(await applied()).toEqual(listKnownMigrations());
  });

  test("prices are those of the United States, in dollars", async () => {
    const { rows: prices } = await pool.query(`
      select country, currency, count(*)::int as records from price_history group by 1, 2
      union all select country, currency, count(*)::int from offers group by 1, 2`);
    expect(prices).toEqual([
      { country: "US", currency: "USD", records: 620 },
      { country: "US", currency: "USD", records: 20 },
    ]);
    const { rows: derived } = await pool.query(`
      select distinct country, steam_minor, sold_at, official_minor, official_low_minor, official_low_store
      from game_prices`);
    expect(derived).toEqual([
      {
        country: "US",
        steam_minor: 999,
        sold_at: ["steam"],
        official_minor: 999,
        official_low_minor: 499,
        official_low_store: "steam",
      },
    ]);
  });
});

test("when processes start together, one migrates and the others wait", async () => {
  const { pool, url } = await createTestDatabase({ bare: true });
  const holder = await pool.connect();
  await holder.query("select pg_advisory_lock(7215001)");
  const starting = Promise.all([1, 2].map(() => run(process.execPath, [migrator, url])));
  const waiting = `select from pg_locks
    where locktype = 'advisory' and not granted and objid = 7215001
      and database = (select oid from pg_database where datname = current_database())`;
  await expect.poll(async () => (await pool.query(waiting)).rowCount, { timeout: 100_000 }).toBe(2);
  expect(await withClient(pool, listAppliedMigrations)).toEqual([]);
  holder.release(true);
  await starting;
  expect(await withClient(pool, listAppliedMigrations)).toEqual(listKnownMigrations());
}, 120_000);

test("a table in use delays only the migration, not other readers", {
  timeout: 120_000,
}, async () => {
  const { pool } = await createTestDatabase({ bare: true });
  await pool.query("create table shelf (book text)");
  await folder.write("0000_add_room.sql", "alter table shelf add column room integer");
  await mkdir(folder.path("meta"));
  const entries = [{ idx: 0, version: "7", when: 1, tag: "0000_add_room", breakpoints: true }];
  await folder.write("meta/_journal.json", JSON.stringify({ version: "7", dialect: "postgresql", entries }));
  const reader = await pool.connect();
  await reader.query("begin; select from shelf");
  let migrated = false;
  const migrating = migrateDatabase(pool, { folder: folder.path(".") }).then(() => {
    migrated = true;
  });
  const waiting = "select from pg_stat_activity where wait_event_type = 'Lock' and query like 'alter table shelf%'";
  await expect.poll(async () => (await pool.query(waiting)).rowCount, { timeout: 60_000 }).toBe(1);
  // queued behind the migration, which times out and retries
  await pool.query("select from shelf");
  expect(migrated).toBe(false);
  await reader.query("commit");
  reader.release();
  await migrating;
  expect((await pool.query("select room from shelf")).rows).toEqual([]);
});
