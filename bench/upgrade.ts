import { readdir, rm } from "node:fs/promises";
import pg from "pg";
import { startEmbedded } from "../server/src/platform/db/embedded/embedded.ts";
import { createReleasedSchema } from "../server/src/test/released-schema.ts";
import { atMost, formatNumber, type Section } from "./report.ts";
import type { Options } from "./run.ts";
import { benchFolder, log, openData, startSite, stopAll } from "./site.ts";

const max = { startSeconds: 300 };

/** Migrations of the last release without stores and markets; the next one rewrites offers and history. */
const lastRelease = 22;
/** 5,400,000 for 150,000 games. */
const historyPerOffer = 9;
const dataDir = `${benchFolder}upgrade`;

/** The start after an upgrade that rewrites all offers and past prices. */
export async function upgrade({ games }: Options): Promise<Section> {
  await rm(dataDir, { recursive: true, force: true });
  console.log("  filling a database of the previous release");
  const before = await fillReleased(games);
  console.log("  start");
  const { startMs } = await startSite(dataDir);
  await stopAll();
  const { pool } = await openData(dataDir);
  const { rows } = await pool.query<Sums>(selectSums("_minor"));
  if (JSON.stringify(rows[0]) !== JSON.stringify(before)) throw new Error("The upgrade lost or changed past prices");
  const backups = await readdir(`${dataDir}/backups`);
  if (!backups.some((name) => name.startsWith("before-upgrade-"))) throw new Error("The upgrade made no backup");
  await stopAll();
  await rm(dataDir, { recursive: true, force: true });
  return {
    title: "Upgrade",
    about: [
      "Generated games in the schema of the last release without stores and markets. The start includes the backup before",
      "the upgrade, all migrations since, and reading the catalogue, until the first list. The upgrade must preserve the",
      "number of past prices and their sums.",
    ],
    tables: [
      [
        ["games", "past prices", "start"],
        [formatNumber(games), formatNumber(Number(before.rows)), `${formatNumber(startMs / 1_000)} s`],
      ],
    ],
    targets: [atMost("start with an upgrade", startMs / 1_000, max.startSeconds, "s")],
  };
}

/** Sums over all past prices, as strings, since PostgreSQL sums integers as bigint. */
interface Sums {
  rows: string;
  prices: string;
  regulars: string;
  keys: string;
}

/** `suffix` ends the names of columns with amounts. */
function selectSums(suffix: string): string {
  return `select count(*) as rows, sum(price${suffix}) as prices, sum(regular${suffix}) as regulars,
    sum(hashtext(concat(game_id, store, extract(epoch from recorded_at)))) as keys from price_history`;
}

async function fillReleased(games: number): Promise<Sums> {
  const server = await startEmbedded({ dataDir, log });
  const client = new pg.Client(server.connection);
  await client.connect();
  try {
    await createReleasedSchema(client, lastRelease);
    await client.query(fillReleasedSchema(games));
    return (await client.query<Sums>(selectSums("_cents"))).rows[0]!;
  } finally {
    await client.end();
    await server.stop();
  }
}

const fillReleasedSchema = (games: number) => `
  select make_price_history_months((now() - interval '35 months')::date, now()::date);
  insert into games (title, title_folded, title_key, rating, steam_appid, tags, release_date, sample)
    select 'Game ' || n, 'game ' || n, 'game ' || n, n % 100 / 10.0, n, 'Action, RPG', date '2010-01-01' + n % 5000,
      false
    from generate_series(1, ${games}) n;
  insert into game_prices (game_id, steam_cents, best_cents, best_store, low_cents, low_store, low_at)
    select id, 1999, 999, 'steam', 499, 'steam', now() - interval '100 days' from games;
  insert into offers (game_id, store, price_cents, regular_cents, link, first_seen_at, last_seen_at)
    select id, store, 999 + id % 1000, 1999, 'https://store.example/' || store || '/' || id, '2025-01-01', now()
    from games, unnest(enum_range(null::store_key)) store;
  insert into price_history (game_id, store, recorded_at, price_cents, regular_cents)
    select id, store, now() - n * interval '100 days' - id % 5000 * interval '1 minute', 499 + (id + n) % 1500, 1999
    from games, unnest(enum_range(null::store_key)) store, generate_series(0, ${historyPerOffer - 1}) n`;
