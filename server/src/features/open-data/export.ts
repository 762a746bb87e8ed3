import { createHash } from "node:crypto";
import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { AppError } from "contract/core/errors.ts";
import { uploadsPath } from "contract/images/uploads.ts";
import {
  catalogueLicence,
  columnsOf,
  type DumpFile,
  type DumpManifest,
  type DumpRow,
  type DumpTable,
  type DumpValue,
  dumpFormat,
  dumpTableNames,
  dumpTables,
  dumpVersion,
  lineFile,
  manifestName,
  parquetFile,
} from "contract/open-data/dump.ts";
import { fileWriter, ParquetWriter, type SchemaElement } from "hyparquet-writer";
import { textArrayOf } from "../../platform/db/arrays.ts";
import type { Db } from "../../platform/db/connect.ts";
import { type SQL, sql } from "../../platform/db/drizzle.ts";
import { makeFolder } from "../../platform/files/make-folder.ts";

export interface DumpOptions {
  now: Date;
  site: { name: string; url: string };
  /** Called after each page. */
  onWritten?: (games: number, of: number) => void;
  signal?: AbortSignal;
}

/** Games per page. */
const pageSize = 500;
/** Rows that a Parquet file holds in memory before it writes them. */
const rowsPerGroup = 50_000;
const unfinishedSuffix = ".unfinished";

/**
 * Writes the open data to a folder, from one snapshot: each table as JSON Lines and Parquet, and a manifest. The folder
 * appears, or replaces an earlier dump, once it is complete. Memory does not grow with the data. Throws `invalid` for a
 * folder that holds something else, or cannot be written.
 */
export async function exportDump(db: Db, folder: string, options: DumpOptions): Promise<DumpManifest> {
  await requireFree(folder);
  const unfinished = folder + unfinishedSuffix;
  try {
    await rm(unfinished, { recursive: true, force: true });
    await makeFolder(unfinished);
    const manifest = await db.transaction((tx) => writeTables(tx, unfinished, options), {
      isolationLevel: "repeatable read",
      accessMode: "read only",
    });
    await writeFile(join(unfinished, manifestName), `${JSON.stringify(manifest, null, 2)}\n`);
    await rm(folder, { recursive: true, force: true });
    await rename(unfinished, folder);
    return manifest;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    if (error instanceof Error && "syscall" in error && "code" in error) {
      throw new AppError("invalid", `${folder} cannot be written (${error.code})`);
    }
    throw error;
  }
}

/** When the dump in a folder was made; `null` without one. */
export async function findDumpTime(folder: string): Promise<Date | null> {
  const text = await readFile(join(folder, manifestName), "utf8").catch(() => null);
  const madeAt = text && (JSON.parse(text) as { made_at?: string }).made_at;
  return madeAt ? new Date(madeAt) : null;
}

/** Only an earlier dump is replaced. */
async function requireFree(folder: string): Promise<void> {
  const names = await readdir(folder).catch((): string[] => []);
  const isDump = names.includes(manifestName) && names.every((name) => /\.(json|jsonl\.gz|parquet)$/.test(name));
  if (names.length > 0 && !isDump) throw new AppError("invalid", `${folder} is neither empty nor an earlier dump`);
}

async function writeTables(tx: Db, folder: string, { now, site, onWritten, signal }: DumpOptions) {
  const { rows: sources } = await tx.execute<{ source: string; name: string; licence: string }>(sql`
    select key as source, name, open_data_licence as licence from stores
    where open_data_licence is not null order by key collate "C"
  `);
  const allowed = sql`${textArrayOf(sources.map(({ source }) => source))}::text[]`;
  const writers = new Map(dumpTableNames.map((table) => [table, openTable(folder, table)]));
  const write = async (table: DumpTable, part: SQL) => {
    const { rows } = await tx.execute<DumpRow>(sql`${selectOf(table)} ${part}`);
    await writers.get(table)!.write(rows);
  };
  await write("stores", sql`from stores where key = any(${allowed}) order by key collate "C"`);
  await write("markets", sql`from markets where enabled order by country`);
  const { rows: counted } = await tx.execute<{ games: number }>(
    sql`select count(*)::integer as games from games where ${isOpen}`,
  );
  let done = 0;
  for await (const { first, last, games } of pages(tx)) {
    signal?.throwIfAborted();
    const within = (column: string) => sql`${sql.raw(column)} between ${first} and ${last}`;
    // the games are limited too: with outdated statistics the planner would begin with all of them
    const ofPage = sql`${within("game_id")} and exists (
      select from games where games.id = game_id and ${within("games.id")} and ${isOpen})`;
    const ofMarkets = sql`country in (select country from markets where enabled)`;
    await write("games", sql`from games where ${within("id")} and ${isOpen} order by id`);
    for (const table of ["offers", "prices"] as const) {
      const order = sql.raw(
        dumpTables[table].key.map((name) => (textColumns.has(name) ? `${name} collate "C"` : name)).join(", "),
      );
      await write(
        table,
        sql`from ${sql.identifier(tableNames[table])}
          where ${ofPage} and ${ofMarkets} and store = any(${allowed}) order by ${order}`,
      );
    }
    await write(
      "lows",
      sql`from (
        select game_id, country, of.* from game_prices
        cross join lateral unnest(
          store_keys, store_minors, store_lows, store_lows_since,
          case when cardinality(store_lows_at) = cardinality(store_keys) then store_lows_at end, store_highs,
          case when cardinality(store_sinces) = cardinality(store_keys) then store_sinces end, store_changed_at,
          store_previous
        ) of (store, price_minor, low_minor, low_since, low_at, high_minor, since, changed_at, previous_minor)
        where ${ofPage} and ${ofMarkets}
      ) lows where store = any(${allowed}) order by game_id, country, store collate "C"`,
    );
    await write(
      "bests",
      sql`from game_prices where ${ofPage} and ${ofMarkets} and store_keys <@ ${allowed} order by game_id, country`,
    );
    done += games;
    onWritten?.(done, counted[0]!.games);
  }
  const tables: DumpManifest["tables"] = [];
  for (const [name, writer] of writers) {
    const { rows, files } = await writer.close();
    const columns = Object.entries(columnsOf(name)).map(([column, { is, isRequired, description }]) => ({
      name: column,
      type: is,
      nullable: !isRequired,
      ...(description && { description }),
    }));
    tables.push({ name, description: dumpTables[name].description, rows, columns, files });
  }
  return {
    format: dumpFormat,
    version: dumpVersion,
    made_at: now.toISOString(),
    site,
    sources: [{ source: "catalogue", name: "Games, their ids and facts", licence: catalogueLicence }, ...sources],
    tables,
  } satisfies DumpManifest;
}

const isOpen = sql`not hidden and not sample`;
const tableNames = { offers: "offers", prices: "price_history" };
const textColumns = new Set(["country", "store"]);

async function* pages(tx: Db): AsyncGenerator<{ first: number; last: number; games: number }> {
  for (let after = 0; ; ) {
    const { rows } = await tx.execute<{ first: number | null; last: number; games: number }>(sql`
      select min(id) as first, max(id) as last, count(*)::integer as games
      from (select id from games where id > ${after} and ${isOpen} order by id limit ${pageSize}) page
    `);
    const { first, last, games } = rows[0]!;
    if (first === null) return;
    yield { first, last, games };
    after = last;
  }
}

/** How columns are read that are not published as they are stored. */
const ownValues: Record<string, string> = {
  // an uploaded picture exists on this site only
  boxart_url: `case when boxart_url not like '${uploadsPath}%' then boxart_url end`,
  parent_id: `(select base.id from games base where base.id = games.parent_id and not hidden and not sample)`,
  rating: "rating",
};

function selectOf(table: DumpTable): SQL {
  const values = Object.entries(columnsOf(table)).map(([name, { is }]) => {
    const value = ownValues[name] ?? (is === "day" ? `${name}::text` : sqlValueOf(table, name, is));
    return `${value} as ${name}`;
  });
  return sql.raw(`select ${values.join(", ")}`);
}

function sqlValueOf(table: DumpTable, name: string, is: DumpValue): string {
  if (is === "words") return `array_to_string(${name}, ',')`;
  if (is !== "time") return name;
  // the arrays of game_prices hold seconds
  const value = table === "lows" ? `to_timestamp(${name})` : name;
  return `to_char(${value} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

interface TableWriter {
  write(rows: readonly DumpRow[]): Promise<void>;
  close(): Promise<{ rows: number; files: DumpFile[] }>;
}

/** Writes the rows of a table to both of its files. */
function openTable(folder: string, table: DumpTable): TableWriter {
  const columns = Object.entries(columnsOf(table));
  const out = createWriteStream(join(folder, lineFile(table)));
  const lines = createGzip();
  lines.pipe(out);
  const failed = once(out, "error").then(([error]) => {
    throw error;
  });
  failed.catch(() => {});
  const schema: SchemaElement[] = [
    { name: "root", num_children: columns.length },
    ...columns.map(([name, { is, isRequired }]) => ({
      name,
      ...parquetTypes[is],
      repetition_type: isRequired ? ("REQUIRED" as const) : ("OPTIONAL" as const),
    })),
  ];
  const parquet = new ParquetWriter({ writer: fileWriter(join(folder, parquetFile(table))), schema });
  let group: DumpRow[] = [];
  let count = 0;

  async function flush(): Promise<void> {
    if (group.length === 0) return;
    const data = columns.map(([name, { is }]) => ({ name, data: group.map((row) => toParquet(row[name]!, is)) }));
    await parquet.write({ columnData: data, rowGroupSize: group.length });
    group = [];
  }

  return {
    async write(rows) {
      count += rows.length;
      group.push(...rows);
      if (group.length >= rowsPerGroup) await flush();
      if (rows.length === 0) return;
      const text = rows.map((row) => `${JSON.stringify(row)}\n`).join("");
      if (!lines.write(text)) await Promise.race([once(lines, "drain"), failed]);
    },
    async close() {
      await flush();
      await parquet.finish();
      lines.end();
      await finished(out);
      const files = [lineFile(table), parquetFile(table)].map((name) => describeFile(folder, name));
      return { rows: count, files: await Promise.all(files) };
    },
  };
}

const parquetTypes: Record<DumpValue, Pick<SchemaElement, "type" | "converted_type">> = {
  text: { type: "BYTE_ARRAY", converted_type: "UTF8" },
  words: { type: "BYTE_ARRAY", converted_type: "UTF8" },
  whole: { type: "INT32" },
  decimal: { type: "DOUBLE" },
  flag: { type: "BOOLEAN" },
  time: { type: "INT64", converted_type: "TIMESTAMP_MICROS" },
  day: { type: "INT32", converted_type: "DATE" },
};

function toParquet(value: DumpRow[string], is: DumpValue): unknown {
  if (value === null) return value;
  if (is === "time") return BigInt(Date.parse(String(value))) * 1_000n + BigInt(String(value).slice(23, 26));
  if (is === "day") return new Date(`${value}T00:00:00Z`);
  return value;
}

async function describeFile(folder: string, name: string): Promise<DumpFile> {
  const path = join(folder, name);
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return { name, bytes: (await stat(path)).size, sha256: hash.digest("hex") };
}
