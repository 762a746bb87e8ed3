import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { AppError } from "contract/core/errors.ts";
import type { FastifyBaseLogger } from "fastify";
import { createDemoMember, demoUsernames, forgetAddresses } from "../features/accounts/commands-demo.ts";
import { seedContentStrings } from "../features/content-strings/seed.ts";
import { refillSamplePrices, seedSampleCatalogue } from "../features/imports/seed.ts";
import { createFirstSuperAdmin } from "../features/roles/commands-admin.ts";
import { seedRoles } from "../features/roles/seed.ts";
import { seedSiteConfig } from "../features/site-config/seed.ts";
import { isOurs } from "../platform/backup/tables.ts";
import { type Connection, connect, type Db } from "../platform/db/connect.ts";
import { sql } from "../platform/db/drizzle.ts";
import { hasCode } from "../platform/db/errors.ts";
import { listKnownMigrations } from "../platform/db/migrate.ts";
import type { JobHandler } from "../platform/jobs/work.ts";
import { StartError } from "../platform/process/start-error.ts";

const hour = 3_600_000;

/** Calls that a demo refuses: those that lock others out, outlast a reset, send something, or reveal files. */
const refused = [
  /^(?:POST|PUT|DELETE) \/api\/auth\/(?!demo$|logout$|profile$)/,
  /^(?:POST|PUT|DELETE) \/api\/(?:keys|channels|contact)(?:\/|$)/,
  /^(?:POST|PUT|DELETE) \/api\/admin\/(?:setup|dashboard)\//,
  /^(?:POST|PUT|DELETE) \/api\/admin\/catalogue\/(?:feeds|imports|sources)(?:\/|$)/,
  /^(?:POST|PUT|DELETE) \/api\/admin\/.*\/(?:import|boxart)$/,
];

/** Throws for a call, such as `POST /api/keys`, that a demo refuses. */
export function requireAllowedInDemo(route: string): void {
  if (refused.some((one) => one.test(route))) {
    throw new AppError("refused_in_demo", "The demo does not allow this");
  }
}

/** Everything that processes hold in memory, by the topics that they follow (`content.ts`); `caches` at the end. */
const topics = [
  ...["games", "stores", "bundles", "vouchers", "markets", "exchange_rates", "product_feeds"],
  ...["content_strings", "languages", "site_config", "caches"],
];

/**
 * Prepares the database of a demo at the start: the first time it fills an empty one, with an account for members and
 * one for administrators, and stores a copy in the schema `demo`; later it resets the data if that is due. Throws
 * StartError for a database that holds anything else, which a demo would delete.
 */
export async function prepareDemo(owner: Connection, now: Date): Promise<void> {
  await asOwner(owner, async (tx) => {
    const { rows } = await tx.execute<{ exists: boolean }>(sql`select to_regclass('demo.state') is not null as exists`);
    if (!rows[0]!.exists) await createTemplate(tx, now);
  });
  await resetDemo(owner, now);
}

/**
 * Resets the data unless it was reset in this hour already. Returns whether it did. The new prices are generated beside
 * the site's tables, which are locked only while the rows are copied.
 */
export async function resetDemo(owner: Connection, now: Date): Promise<boolean> {
  const isDue = await asOwner(owner, async (tx) => {
    const state = await readState(tx);
    if (isOfThisHour(state.resetAt, now)) return false;
    if (!isOfThisHour(state.pricedAt, now)) await generatePrices(tx, now);
    return true;
  });
  if (!isDue) return false;
  return asOwner(owner, async (tx) => {
    const state = await readState(tx);
    if (isOfThisHour(state.resetAt, now)) return false;
    await restoreTemplate(tx, state);
    for (const topic of topics) await tx.execute(sql`select pg_notify('changes', ${topic})`);
    await tx.execute(sql`update demo.state set reset_at = ${now}`);
    return true;
  });
}

const isOfThisHour = (time: number, now: Date) => time >= Math.floor(now.getTime() / hour) * hour;

async function readState(tx: Db): Promise<State> {
  const { rows } = await tx.execute<State>(sql`
    select migrations, tables, sequences, extract(epoch from reset_at)::float8 * 1000 as "resetAt",
      extract(epoch from priced_at)::float8 * 1000 as "pricedAt"
    from demo.state`);
  const state = rows[0]!;
  if (state.migrations !== String(listKnownMigrations())) {
    throw new StartError("This demo was made by another version: remove its database, then start again");
  }
  return state;
}

/** The tables that hold the prices of the sample. */
const priceTables = ["offers", "price_history", "game_prices"];

/** Generates the template's prices up to now. Statements that name no schema find its tables first. */
async function generatePrices(tx: Db, now: Date): Promise<void> {
  await tx.execute(sql`set local search_path = demo, public`);
  await tx.execute(sql.raw(`truncate ${priceTables.map((name) => `demo.${name}`).join(", ")}`));
  await refillSamplePrices(tx, now);
  await tx.execute(sql`update demo.state set priced_at = ${now}`);
}

/** Resets at each full hour. Runs every minute, so that a failed reset is retried. */
export function demoJobs(owner: Connection, log: FastifyBaseLogger): JobHandler[] {
  const run = async () => {
    if (await resetDemo(owner, new Date())) log.info("reset the demo's data");
  };
  return [{ queue: "demo-reset", schedule: "* * * * *", run }];
}

/** Runs in one process at a time, in one transaction without a time limit. */
async function asOwner<T>(owner: Connection, work: (tx: Db) => Promise<T>): Promise<T> {
  const database = connect(owner, () => {}, { size: 1 });
  try {
    return await database.db.transaction(async (tx) => {
      await tx.execute(sql`set local statement_timeout = 0`);
      await tx.execute(sql`select pg_advisory_xact_lock(hashtext('demo'))`);
      return work(tx);
    });
  } finally {
    await database.close();
  }
}

interface TableState {
  /** As SQL writes it, without the schema. */
  name: string;
  columns: string;
  /** Whether the template has rows of it. */
  filled: boolean;
}

interface State extends Record<string, unknown> {
  migrations: string;
  /** Those that others refer to come first. */
  tables: TableState[];
  /** The last value of each sequence that was used. */
  sequences: { name: string; value: number }[];
  /** In ms since 1970. */
  resetAt: number;
  pricedAt: number;
}

async function createTemplate(tx: Db, now: Date): Promise<void> {
  const found = await tx.execute(sql`select from users union all select from games limit 1`);
  if (found.rows.length > 0) {
    throw new StartError("DEMO deletes everything in its database every hour: give it an empty one of its own");
  }
  await seedContentStrings(tx);
  await seedSiteConfig(tx);
  await seedRoles(tx);
  await createDemoMember(tx);
  // nobody is told the password, and without an address nobody could enter it
  await createFirstSuperAdmin(tx, {
    username: demoUsernames.administrator,
    email: "administrator@demo.invalid",
    password: randomBytes(24).toString("hex"),
  });
  await forgetAddresses(tx);
  await seedSampleCatalogue(tx, now);

  await tx.execute(sql`create schema demo`);
  const tables: TableState[] = [];
  for (const table of await listTables(tx)) {
    const { rows } = await tx.execute(sql.raw(`select from public.${table.name} limit 1`));
    const filled = rows.length > 0;
    tables.push({ ...table, filled });
    if (!filled) continue;
    // with keys, which statements that write prices need
    await tx.execute(sql.raw(`create table demo.${table.name} (like public.${table.name} including all)`));
    await tx.execute(sql.raw(copyRows(table, { from: "public", to: "demo" })));
  }
  await tx.execute(sql`
    create table demo.state as
    select ${String(listKnownMigrations())}::text as migrations, ${JSON.stringify(tables)}::jsonb as tables,
      (select coalesce(jsonb_agg(jsonb_build_object('name', quote_ident(sequencename), 'value', last_value)), '[]')
        from pg_sequences where schemaname = 'public' and last_value is not null) as sequences,
      ${now}::timestamptz as reset_at, ${now}::timestamptz as priced_at`);
}

/** The site's tables; those that others refer to come first. */
async function listTables(tx: Db): Promise<Omit<TableState, "filled">[]> {
  const { rows } = await tx.execute<{ name: string; columns: string; needs: string[] }>(sql`
    select quote_ident(c.relname) as name,
      (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
      (select coalesce(json_agg(quote_ident(other.relname)), '[]')
        from pg_constraint r join pg_class other on other.oid = r.confrelid
        where r.contype = 'f' and r.conrelid = c.oid and r.confrelid <> c.oid) as needs
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and ${sql.raw(isOurs)}
    order by 1`);
  const ordered: typeof rows = [];
  const names = () => new Set(ordered.map(({ name }) => name));
  for (let left = rows; left.length > 0; left = rows.filter((table) => !ordered.includes(table))) {
    const known = names();
    const next = left.filter(({ needs }) => needs.every((name) => known.has(name)));
    if (next.length === 0) throw new Error(`Tables refer to each other: ${left.map(({ name }) => name).join(", ")}`);
    ordered.push(...next);
  }
  return ordered.map(({ name, columns }) => ({ name, columns }));
}

type NamedTable = Pick<TableState, "name" | "columns">;

const copyRows = ({ name, columns }: NamedTable, { from, to }: Record<"from" | "to", string>) =>
  `insert into ${to}.${name} (${columns}) overriding system value select ${columns} from ${from}.${name}`;

const lockAttempts = 100;
const lockTimeout = /^55P03$/;

/**
 * Locks the tables for this transaction alone. It gives up what it has when one of them is not free soon, and tries
 * again: of two that wait for each other PostgreSQL would fail one after a second, and that may be a visitor's.
 */
async function lockAll(tx: Db, tables: readonly string[]): Promise<void> {
  const lock = sql.raw(`lock table ${tables.join(", ")} in access exclusive mode`);
  await tx.execute(sql`set local lock_timeout = '300ms'`);
  for (let attempt = 1; ; attempt++) {
    try {
      await tx.transaction((part) => part.execute(lock));
      break;
    } catch (error) {
      if (attempt === lockAttempts || !hasCode(error, lockTimeout)) throw error;
    }
    await delay(100);
  }
  await tx.execute(sql`set local lock_timeout = 0`);
}

/** Without triggers: the audit log refuses deletions, and derived rows are in the template. */
async function restoreTemplate(tx: Db, { tables, sequences }: State): Promise<void> {
  const all = tables.map(({ name }) => `public.${name}`);
  await lockAll(tx, all);
  for (const table of all) await tx.execute(sql.raw(`alter table ${table} disable trigger user`));
  await tx.execute(sql.raw(`truncate ${all.join(", ")} restart identity cascade`));
  for (const table of tables.filter(({ filled }) => filled)) {
    await tx.execute(sql.raw(copyRows(table, { from: "demo", to: "public" })));
  }
  for (const { name, value } of sequences) {
    await tx.execute(sql`select setval(${`public.${name}`}::regclass, ${value}::bigint)`);
  }
  for (const table of all) await tx.execute(sql.raw(`alter table ${table} enable trigger user`));
}
