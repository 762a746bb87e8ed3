import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { highestPriceIn } from "contract/core/currencies.ts";
import { AppError } from "contract/core/errors.ts";
import {
  columnsOf,
  DumpManifest,
  type DumpRow,
  type DumpTable,
  dumpTables,
  lineFile,
  manifestName,
  rowSchema,
} from "contract/open-data/dump.ts";
import { arrayOf } from "../../platform/db/arrays.ts";
import type { Db } from "../../platform/db/connect.ts";
import { type SQL, sql } from "../../platform/db/drizzle.ts";
import { readRows } from "../../platform/files/rows.ts";
import { fetchGuarded } from "../../platform/outgoing/fetch-guarded.ts";
import { recordChange } from "../audit/commands.ts";
import { toLocalizedTitles, toOtherTitles, toTitleColumns } from "../games/import/stage.ts";
import { recordSample } from "../imports/seed-sample.ts";
import { createHistoryMonths } from "../prices/history/commands-months.ts";
import { lockPrices } from "../prices/offers/commands.ts";
import { saveGamePrices } from "../prices/offers/commands-derive.ts";

export interface DumpImportOptions {
  now: Date;
  signal: AbortSignal;
  /** Called after each table. */
  onTable?: (table: DumpTable, rows: number) => void;
}

/** In the order in which rows refer to each other. */
const tables = ["stores", "markets", "games", "offers", "lows", "bests", "prices"] as const satisfies DumpTable[];
const maxManifestBytes = 1_000_000;
const maxFileBytes = 1_000_000_000;
const maxUnpackedBytes = 4_000_000_000;
/** How long a download may wait for data. */
const idleMs = 30_000;
const rowsPerBatch = 2_000;

/**
 * Fills a site without games of its own from the open data of another one: a folder, or an address that the operator
 * trusts. Files are checked against the manifest before anything is written, rows one by one, and everything is one
 * transaction. Must run as the owner of the tables. Throws `invalid`, naming the file and the line, without a change.
 */
export async function importDump(db: Db, address: string, options: DumpImportOptions): Promise<DumpManifest> {
  const folder = await mkdtemp(join(tmpdir(), "open-data-"));
  try {
    const manifest = await readManifest(address, options.signal);
    for (const table of tables) await fetchTable(address, folder, fileOf(manifest, table), options.signal);
    await db.transaction((tx) => fill(tx, { address, folder, manifest }, options));
    await db.execute(sql`analyze games, offers, price_history, game_prices`);
    return manifest;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const isWeb = (address: string) => /^https?:\/\//i.test(address);

/** The bytes of one of the files, up to a maximum. */
async function open(address: string, name: string, maxBytes: number, signal: AbortSignal) {
  if (!isWeb(address)) return createReadStream(resolve(address, name)) as AsyncIterable<Buffer>;
  const url = new URL(name, address.endsWith("/") ? address : `${address}/`);
  const options = { signal, maxBytes, trusted: "host", idleMs, headers: { "accept-encoding": "identity" } } as const;
  const response = await fetchGuarded(url.href, options);
  if (response.status === 200) return response.body;
  response.cancel();
  throw new AppError("invalid", `${url.href} responds with ${response.status}`);
}

async function readManifest(address: string, signal: AbortSignal): Promise<DumpManifest> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of await opened(address, manifestName, maxManifestBytes, signal)) {
    bytes += chunk.length;
    if (bytes > maxManifestBytes) throw wrong(manifestName, `is larger than ${maxManifestBytes} bytes`);
    chunks.push(chunk);
  }
  const parsed = DumpManifest.safeParse(parseJson(Buffer.concat(chunks).toString("utf8")));
  const [problem] = parsed.error?.issues ?? [];
  if (problem) throw wrong(manifestName, `${problem.path.join(".") || "the manifest"}: ${problem.message}`);
  return parsed.data!;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw wrong(manifestName, "is not JSON");
  }
}

/** The same, with errors of network and disk in one line. */
async function* opened(address: string, name: string, maxBytes: number, signal: AbortSignal): AsyncGenerator<Buffer> {
  try {
    yield* await open(address, name, maxBytes, signal);
  } catch (error) {
    if (signal.aborted || error instanceof AppError) throw error;
    const { message, code } = error as NodeJS.ErrnoException;
    throw new AppError("invalid", `${name} of ${address} cannot be read (${code ?? message})`);
  }
}

const wrong = (name: string, problem: string, line?: number) =>
  new AppError("invalid", `${name}${line === undefined ? "" : ` line ${line}`}: ${problem}; nothing was imported`);

function fileOf(manifest: DumpManifest, table: DumpTable) {
  const found = manifest.tables.find(({ name }) => name === table);
  const file = found?.files.find(({ name }) => name === lineFile(table));
  if (!found || !file) throw wrong(manifestName, `names no file ${lineFile(table)}`);
  if (file.bytes > maxFileBytes) throw wrong(file.name, `is larger than ${maxFileBytes} bytes`);
  return { ...file, rows: found.rows };
}

/** Stores a file whose size and sum are those of the manifest. */
async function fetchTable(address: string, folder: string, file: ReturnType<typeof fileOf>, signal: AbortSignal) {
  const hash = createHash("sha256");
  let bytes = 0;
  async function* checked() {
    for await (const chunk of opened(address, file.name, file.bytes, signal)) {
      bytes += chunk.length;
      if (bytes > file.bytes) throw wrong(file.name, `has more than the ${file.bytes} bytes that the manifest states`);
      hash.update(chunk);
      yield chunk;
    }
  }
  await pipeline(Readable.from(checked()), createWriteStream(join(folder, file.name)));
  if (bytes < file.bytes) throw wrong(file.name, `has ${bytes} bytes, not the ${file.bytes} that the manifest states`);
  if (hash.digest("hex") !== file.sha256) throw wrong(file.name, "its SHA-256 sum differs from the manifest's");
}

interface Staged {
  address: string;
  folder: string;
  manifest: DumpManifest;
}

async function fill(tx: Db, staged: Staged, { now, signal, onTable }: DumpImportOptions): Promise<void> {
  await lockPrices(tx);
  const { rows: own } = await tx.execute(sql`select from games where not sample limit 1`);
  if (own.length > 0) throw new AppError("invalid", "This site has games already: a dump only starts a new one");
  await tx.execute(sql`delete from games where sample`);
  await recordSample(tx, now);
  await createHistoryMonths(tx, now, new Date(0));
  await openStaging(tx);
  const known = { stores: new Set<unknown>(), markets: new Map<unknown, string>(), games: new Set<unknown>() };
  const parents: [id: number, parent: number][] = [];

  /** Why a row is rejected: what it refers to is missing, or a price is too high. */
  function checkRow(table: DumpTable, row: DumpRow): string | null {
    if (table === "stores") known.stores.add(row.key);
    else if (table === "markets") known.markets.set(row.country, String(row.currency));
    else if (table === "games") known.games.add(row.id);
    else {
      if (!known.games.has(row.game_id)) return `game_id: there is no game ${row.game_id}`;
      if (!known.markets.has(row.country)) return `country: there is no market ${row.country}`;
      if ("store" in row && !known.stores.has(row.store)) return `store: there is no store ${row.store}`;
      const highest = highestPriceIn(String(row.currency ?? known.markets.get(row.country)));
      const dear = Object.keys(row).find((name) => name.endsWith("_minor") && Number(row[name] ?? 0) > highest);
      if (dear) return `${dear}: is above the highest price`;
    }
    if (table === "games" && row.parent_id !== null) parents.push([Number(row.id), Number(row.parent_id)]);
    return null;
  }

  for (const table of tables) {
    const { name, rows: expected } = fileOf(staged.manifest, table);
    const schema = rowSchema(table);
    const isAfter = orderOf(table);
    let batch: DumpRow[] = [];
    let before: DumpRow | null = null;
    let count = 0;
    const flush = async () => {
      signal.throwIfAborted();
      if (batch.length > 0) await insertRows(tx, table, batch, now);
      batch = [];
    };
    for await (const read of readRows(join(staged.folder, name), undefined, maxUnpackedBytes)) {
      count += 1;
      if (count > expected) throw wrong(name, `has more than the ${expected} rows that the manifest states`, read.line);
      if ("problem" in read) throw wrong(name, read.problem, read.line);
      const parsed = schema.safeParse(read.fields);
      const [issue] = parsed.error?.issues ?? [];
      if (issue) throw wrong(name, `${issue.path.join(".") || "the row"}: ${issue.message}`, read.line);
      const row = parsed.data!;
      const problem = checkRow(table, row);
      if (problem) throw wrong(name, problem, read.line);
      if (before && !isAfter(row, before)) throw wrong(name, "is not in order, or repeats a row", read.line);
      before = row;
      batch.push(row);
      if (batch.length === rowsPerBatch) await flush();
    }
    await flush();
    if (count !== expected) throw wrong(name, `has ${count} rows, not the ${expected} that the manifest states`);
    onTable?.(table, count);
  }
  const orphan = parents.find(([, parent]) => !known.games.has(parent));
  if (orphan) throw wrong(lineFile("games"), `game ${orphan[0]} belongs to game ${orphan[1]}, which is missing`);
  await complete(tx, parents, now);
  await recordChange(tx, null, {
    action: "IMPORT",
    resourceType: "file_import",
    resourceKey: isWeb(staged.address) ? new URL(staged.address).host : staged.address,
    description: `Started the site from the open data of ${staged.manifest.site.name}`,
    newValue: Object.fromEntries(staged.manifest.tables.map(({ name, rows }) => [name, rows])),
  });
}

function orderOf(table: DumpTable): (row: DumpRow, before: DumpRow) => boolean {
  return (row, before) => {
    const name = dumpTables[table].key.find((one) => row[one] !== before[one]);
    return name !== undefined && row[name]! > before[name]!;
  };
}

async function openStaging(tx: Db): Promise<void> {
  await tx.execute(sql`
    create temporary table dump_lows (
      game_id integer, country text, store text, price_minor integer, low_minor integer, low_since timestamptz,
      low_at timestamptz, high_minor integer, since timestamptz, changed_at timestamptz, previous_minor integer
    ) on commit drop
  `);
  await tx.execute(sql`
    create temporary table dump_bests (
      game_id integer, country text, highest_best_minor integer, best_changed_at timestamptz,
      previous_best_minor integer, low_since timestamptz, low_at timestamptz, previous_low_minor integer
    ) on commit drop
  `);
}

const targets = { offers: "offers", prices: "price_history", lows: "dump_lows", bests: "dump_bests" } as const;

async function insertRows(tx: Db, table: DumpTable, rows: readonly DumpRow[], now: Date): Promise<void> {
  if (table === "stores") return saveStores(tx, rows, now);
  if (table === "markets") return saveMarkets(tx, rows, now);
  const read = rows.map((row) => withLists(table, row));
  if (table === "games") return insertGames(tx, read, now);
  const names = Object.keys(columnsOf(table)).map((name) => sql.identifier(name));
  const columns = sql.join(names, sql`, `);
  const target = sql.identifier(targets[table]);
  await tx.execute(sql`
    insert into ${target} (${columns})
    select ${columns} from json_populate_recordset(null::${target}, ${JSON.stringify(read)})
  `);
}

function withLists(table: DumpTable, row: DumpRow): Record<string, unknown> {
  const lists = Object.entries(columnsOf(table)).filter(([name, { is }]) => is === "words" && row[name] !== null);
  const split = (text: unknown) => String(text).split(",").filter(Boolean);
  return { ...row, ...Object.fromEntries(lists.map(([name]) => [name, split(row[name])])) };
}

/** Without their base games, which may follow. A trigger derives `explicit`. */
async function insertGames(tx: Db, rows: readonly Record<string, unknown>[], now: Date): Promise<void> {
  const games = rows.map((row) => ({
    ...row,
    ...toTitleColumns(String(row.title)),
    ...toOtherTitles(row.also_known_as as string | null),
    ...toLocalizedTitles(row.localized_titles as string | null),
    parent_id: null,
    overrides: {},
  }));
  const names = [...Object.keys(columnsOf("games")), "title_folded", "title_key", "also_known_keys", "localized_keys"];
  const columns = sql.join(
    names.filter((name) => name !== "explicit").map((name) => sql.identifier(name)),
    sql`, `,
  );
  const given = sql`json_populate_recordset(null::games, ${JSON.stringify(games)})`;
  await tx.execute(sql`
    insert into games (${columns}, created_at, updated_at) overriding system value
    select ${columns}, ${now}::timestamptz, ${now}::timestamptz from ${given}
  `);
  // where an editor of the other site decided otherwise
  await tx.execute(sql`
    update games set explicit = given.explicit, overrides = jsonb_build_object('explicit', games.explicit)
    from ${given} given where games.id = given.id and games.explicit <> given.explicit
  `);
}

async function saveStores(tx: Db, rows: readonly DumpRow[], now: Date): Promise<void> {
  const given = rows.map((row) => ({
    ...withLists("stores", row),
    activation: withLists("stores", row).activation ?? [],
  }));
  await tx.execute(sql`
    insert into stores (key, name, kind, activation, reports_stock, position, enabled, color, updated_at)
    select key, name, kind, activation, reports_stock, position, enabled, 'gray', ${now}::timestamptz
    from json_populate_recordset(null::stores, ${JSON.stringify(given)})
    on conflict (key) do update set name = excluded.name, kind = excluded.kind, activation = excluded.activation,
      reports_stock = excluded.reports_stock, position = excluded.position, enabled = excluded.enabled,
      version = stores.version + 1, updated_at = excluded.updated_at
  `);
}

async function saveMarkets(tx: Db, rows: readonly DumpRow[], now: Date): Promise<void> {
  const { rows: saved } = await tx.execute<{ country: string }>(sql`
    update markets set enabled = true, locale = given.locale, shares_prices_with = given.shares_prices_with,
      version = markets.version + 1, updated_at = ${now}
    from json_populate_recordset(null::markets, ${JSON.stringify(rows)}) given
    where markets.country = given.country and markets.currency = given.currency
    returning markets.country
  `);
  const missing = rows.find((row) => !saved.some(({ country }) => country === row.country));
  if (missing) throw wrong(lineFile("markets"), `this site has no market ${missing.country} in ${missing.currency}`);
}

/** Base games, the numbering of games, and the prices that lists show. */
async function complete(tx: Db, parents: readonly [number, number][], now: Date): Promise<void> {
  await tx.execute(sql`
    update games set parent_id = base.id
    from unnest(${arrayOf(parents.map(([id]) => id))}::integer[], ${arrayOf(parents.map(([, id]) => id))}::integer[])
      base (game_id, id)
    where games.id = base.game_id
  `);
  await tx.execute(sql`
    select setval(pg_get_serial_sequence('games', 'id'), greatest((select max(id) from games), 1))
  `);
  await tx.execute(sql`analyze games, offers, dump_lows, dump_bests`);
  const seconds = (name: string) => sql.raw(`floor(extract(epoch from ${name}))::float8`);
  const period = (price: SQL, at: SQL) => sql`
    select game_id, country, store, currency, ${price}, ${at} from dump_lows join markets using (country)
    where ${price} > 0 and ${at} is not null`;
  await saveGamePrices(tx, {
    games: sql`
      select game_id, country, highest_best_minor
      from (
        select game_id, country from offers union select game_id, country from dump_lows
      ) priced left join dump_bests using (game_id, country)`,
    periods: sql`
      ${period(sql`low_minor`, sql`low_at`)} union all ${period(sql`high_minor`, sql`since`)}`,
    corrected: sql`
      select game_id, country, store, price_minor, low_minor, ${seconds("low_since")}, ${seconds("low_at")}, high_minor,
        ${seconds("since")}, ${seconds("changed_at")}, previous_minor
      from dump_lows`,
    now,
  });
  await tx.execute(sql`
    update game_prices known set
      best_changed_at = best.best_changed_at, previous_best_minor = best.previous_best_minor,
      low_since = best.low_since, low_at = best.low_at, previous_low_minor = best.previous_low_minor
    from dump_bests best where known.game_id = best.game_id and known.country = best.country
  `);
}
