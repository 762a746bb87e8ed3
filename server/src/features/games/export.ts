import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { AppError } from "contract/core/errors.ts";
import { toDollars } from "contract/core/money.ts";
import { sql } from "drizzle-orm";
import type { Db } from "../../platform/db/connect.ts";
import { formatOf } from "../../platform/files/rows.ts";
import { escapeEntities } from "../../platform/files/text.ts";
import { importFields } from "./import/row.ts";

type Field = (typeof importFields)[number];
type ExportRow = Record<Field, string | number | boolean | null>;

export interface ExportOptions {
  /** Called after each page. */
  onWritten?: (games: number, of: number) => void;
  signal?: AbortSignal;
}

const pageSize = 1_000;

const texts = new Set<Field>(["title", "genre", "developer", "description", "tags"]);
const prices = new Set<Field>(["steam_price", "cdkeys_price", "gog_price", "null_price"]);

/**
 * Writes all games in the format of imports, JSON Lines or CSV by the file's name, ordered by id, from one snapshot.
 * Importing it into an empty catalogue restores the same games. The file appears once it is complete. Returns the
 * number of games. Throws `invalid` for an unknown format or a path that cannot be written.
 */
export async function exportCatalogue(db: Db, path: string, options: ExportOptions = {}): Promise<number> {
  const format = formatOf(path);
  const unfinished = `${path}.unfinished`;
  let written = 0;
  try {
    await db.transaction(
      async (tx) => {
        const of = await tx.execute<{ games: number }>(sql`select count(*)::integer as games from games`);
        async function* pages() {
          if (format.isCsv) yield toCsvLine(importFields);
          for await (const page of readPages(tx)) {
            options.signal?.throwIfAborted();
            yield page.map(format.isCsv ? toCsv : toJson).join("");
            written += page.length;
            options.onWritten?.(written, of.rows[0]!.games);
          }
        }
        const out = createWriteStream(unfinished);
        if (format.isCompressed) await pipeline(Readable.from(pages()), createGzip(), out);
        else await pipeline(Readable.from(pages()), out);
      },
      { isolationLevel: "repeatable read", accessMode: "read only" },
    );
    await rename(unfinished, path);
    return written;
  } catch (error) {
    await rm(unfinished, { force: true });
    if (error instanceof Error && "syscall" in error && "code" in error) {
      throw new AppError("invalid", `${path} cannot be written (${error.code})`);
    }
    throw error;
  }
}

async function* readPages(tx: Db): AsyncGenerator<ExportRow[]> {
  for (let after = 0; ; ) {
    const { rows } = await tx.execute<ExportRow & { id: number }>(sql`
      select
        id, title, genre, developer, description, rating, review_score, review_count, boxart_url, steam_appid,
        steam_price, steam_link, cdkeys_price, cdkeys_link, cdkeys_stock, gog_price, gog_link, null_price, null_link,
        tags, player_count, metacritic_score, release_date::text as release_date
      from (select * from games where id > ${after} order by id limit ${pageSize}) page
      -- by key for each game: a join becomes nested loops over all offers when statistics are outdated
      cross join lateral (
        select
          max(price_cents) filter (where store = 'steam') as steam_price,
          max(link) filter (where store = 'steam') as steam_link,
          max(price_cents) filter (where store = 'cdkeys') as cdkeys_price,
          max(link) filter (where store = 'cdkeys') as cdkeys_link,
          bool_or(in_stock) filter (where store = 'cdkeys') as cdkeys_stock,
          max(price_cents) filter (where store = 'gog') as gog_price,
          max(link) filter (where store = 'gog') as gog_link,
          max(price_cents) filter (where store = 'other') as null_price,
          max(link) filter (where store = 'other') as null_link
        from offers
        where offers.game_id = page.id
      ) offer
      order by id
    `);
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = last.id;
  }
}

function toValue(row: ExportRow, field: Field): string | number | boolean | null {
  const value = row[field];
  if (prices.has(field)) return toDollars(value as number | null);
  return texts.has(field) && typeof value === "string" ? escapeEntities(value) : value;
}

function toJson(row: ExportRow): string {
  return `${JSON.stringify(Object.fromEntries(importFields.map((field) => [field, toValue(row, field)])))}\n`;
}

function toCsv(row: ExportRow): string {
  return toCsvLine(importFields.map((field) => toValue(row, field)));
}

function toCsvLine(values: readonly (string | number | boolean | null)[]): string {
  return `${values.map(toCell).join(",")}\n`;
}

/** Quoted, since an unquoted `\N` is null in another dialect, and blanks at the ends may be trimmed. */
function toCell(value: string | number | boolean | null): string {
  const text = value === null ? "" : String(value);
  return /[",\r\n\\]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
