import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { AppError } from "contract/core/errors.ts";
import { toAmount } from "contract/core/money.ts";
import { gameColumns, type ImportedColumn, importedColumns } from "contract/games/columns.ts";
import { splitLocalizedTitles, splitTitles } from "contract/games/titles.ts";
import { uploadsPath } from "contract/images/uploads.ts";
import { firstCountry } from "contract/markets/regions.ts";
import { type FlatStore, flatStores, toFlatFields, toFlatPrices } from "contract/stores/flat-stores.ts";
import type { Db } from "../../platform/db/connect.ts";
import { type SQL, sql } from "../../platform/db/drizzle.ts";
import { byteOrderMark } from "../../platform/files/csv.ts";
import { formatOf } from "../../platform/files/rows.ts";
import { escapeEntities } from "../../platform/files/text.ts";
import { flatFields, type importFields } from "./import/row.ts";

type Field = (typeof importFields)[number];
type Value = string | number | boolean | null;
type ExportRow = Record<Exclude<Field, "prices">, Value> & { prices: ExportedPrice[] | null };

interface ExportedPrice {
  store: string;
  country: string;
  currency: string;
  /** Minor units. */
  price: number | null;
  regular: number | null;
  link: string | null;
  in_stock: boolean | null;
}

export interface ExportOptions {
  /** Called after each page. */
  onWritten?: (games: number, of: number) => void;
  signal?: AbortSignal;
}

const pageSize = 1_000;

/** How columns are written that differ from their values. */
const ownValues: { [Name in ImportedColumn]?: SQL } = {
  // an uploaded picture exists on this site only
  boxart_url: sql`case when boxart_url like ${`${uploadsPath}%`} then overrides ->> 'boxart_url' else boxart_url end`,
  content_descriptors: sql`array_to_string(content_descriptors, ', ')`,
  release_date: sql`release_date::text`,
};
const facts = sql.join(
  importedColumns.map((name) => sql`${ownValues[name] ?? sql.identifier(name)} as ${sql.identifier(name)}`),
  sql`, `,
);

const texts = new Set<Field>(importedColumns.filter((name) => ["text", "paragraphs"].includes(gameColumns[name].is)));
const prices = new Set<string>(Object.keys(toFlatPrices(() => null)));

/** The flat fields in SQL, aggregated from the offers of a game. */
const ofStore = (value: SQL, store: FlatStore) => sql`${value} filter (where store = ${store})`;
const flatColumns = Object.entries(
  toFlatFields({
    price: (store) => ofStore(sql`max(price_minor)`, store),
    link: (store) => ofStore(sql`max(link)`, store),
    stock: () => ofStore(sql`bool_or(in_stock)`, "cdkeys"),
  }),
);
const flatNames = sql.join(
  flatColumns.map(([name]) => sql.identifier(name)),
  sql`, `,
);
const flatValues = sql.join(
  flatColumns.map(([name, value]) => sql`${value} as ${sql.identifier(name)}`),
  sql`, `,
);

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
          if (format.isCsv) yield byteOrderMark + toCsvLine(flatFields);
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
        id, ${facts}, ${flatNames}, prices
      from (select * from games where id > ${after} order by id limit ${pageSize}) page
      -- by key for each game: a join becomes nested loops over all offers when statistics are outdated
      cross join lateral (
        select ${flatValues} from offers
        where offers.game_id = page.id and country = ${firstCountry}
      ) offer
      cross join lateral (
        select json_agg(json_build_object(
          'store', store, 'country', country, 'currency', currency, 'price', price_minor, 'regular', regular_minor,
          'link', link, 'in_stock', in_stock) order by country, store) as prices
        from offers
        where offers.game_id = page.id
          and (country <> ${firstCountry} or store not in ${[...flatStores]})
      ) elsewhere
      order by id
    `);
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = last.id;
  }
}

function toValue(row: ExportRow, field: (typeof flatFields)[number]): Value {
  const value = row[field as Exclude<Field, "prices">];
  if (prices.has(field)) return toAmount(value as number | null);
  return texts.has(field) && typeof value === "string" ? escapeEntities(value) : value;
}

function toJson(row: ExportRow): string {
  const flat: Record<string, unknown> = Object.fromEntries(flatFields.map((field) => [field, toValue(row, field)]));
  flat.also_known_as = splitTitles(row.also_known_as as string | null).map(escapeEntities);
  const byLanguage = Map.groupBy(splitLocalizedTitles(row.localized_titles as string | null), ({ locale }) => locale);
  flat.localized_titles = Object.fromEntries(
    Array.from(byLanguage, ([locale, all]) => [locale, all.map(({ title }) => escapeEntities(title))]),
  );
  const others = row.prices?.map(({ price, regular, ...offer }) => ({
    ...offer,
    price: toAmount(price, offer.currency),
    regular: toAmount(regular, offer.currency),
  }));
  return `${JSON.stringify({ ...flat, ...(others && { prices: others }) })}\n`;
}

/** CSV omits the prices of other markets and stores; JSON Lines has them. */
function toCsv(row: ExportRow): string {
  return toCsvLine(flatFields.map((field) => toValue(row, field)));
}

function toCsvLine(values: readonly Value[]): string {
  return `${values.map(toCell).join(",")}\n`;
}

/** Quoted, since an unquoted `\N` is null in another dialect, and blanks at the ends may be trimmed. */
function toCell(value: Value): string {
  const text = value === null ? "" : String(value);
  return /[",\r\n\\]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
