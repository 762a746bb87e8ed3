import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { AppError } from "contract/errors.ts";
import { toDollars } from "contract/money.ts";
import { sql } from "drizzle-orm";
import type { Db } from "../db/connect.ts";
import { formatOf } from "../files/rows.ts";
import { escapeEntities } from "../files/text.ts";
import { importFields } from "./import-row.ts";

type Field = (typeof importFields)[number];
type ExportRow = Record<Field, string | number | boolean | null>;

export interface ExportOptions {
  /** Hears how many of how many games have been written. */
  onWritten?: (games: number, of: number) => void;
  signal?: AbortSignal;
}

const pageSize = 1_000;

const texts = new Set<Field>(["title", "genre", "developer", "description", "tags"]);
const prices = new Set<Field>(["steam_price", "cdkeys_price", "gog_price", "null_price"]);

/**
 * Writes all games as an import reads them, JSON Lines or CSV by the file's name, in the order of their ids, and as of one
 * moment. Imported into an empty catalogue it gives the same games, and their export the same bytes. The file appears when
 * it is complete. Returns the number of games. Throws `invalid` for another kind of file or a path that cannot be written.
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
        if (format.isPacked) await pipeline(Readable.from(pages()), createGzip(), out);
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
      -- by key for each game: joined, they become nested loops over all offers where statistics are out of date
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

/** `\N` unquoted would pass for the null of another dialect, and leading or trailing blanks for nothing at all. */
function toCell(value: string | number | boolean | null): string {
  const text = value === null ? "" : String(value);
  return /[",\r\n\\]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
