import type { FileEncoding } from "contract/core/file-encoding.ts";
import { type FeedColumn, maskAddress, neededColumns } from "contract/prices/feed-rules.ts";
import { otherStore } from "contract/stores/rules.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import type { ReadRow } from "../../../platform/files/rows.ts";
import { type Clock, realClock } from "./client.ts";
import { type FeedPlace, openBody } from "./feed-body.ts";
import { type FeedRowSetting, readFeedRow } from "./feed-row.ts";
import { feedRows } from "./feed-rows.ts";
import { pageOf, type Reading, refused } from "./readings.ts";
import {
  firstCountry,
  type PriceSource,
  type Refusal,
  SourceError,
  type SourceMarket,
  type SourceOffer,
  stopped,
} from "./source.ts";

export interface OpenFeedSetting extends FeedPlace {
  store: StoreKey;
  market: SourceMarket;
  /** The feed's column names by ours. */
  columns?: ReadonlyMap<FeedColumn, string>;
  /**
   * The currency of the feed. Amounts without a currency are in this one; without it, they are refused, and others must
   * be in the market's.
   */
  currency?: string | null;
  /** Of a feed without a byte order mark or a declaration; UTF-8 by default. */
  encoding?: FileEncoding | undefined;
  clock?: Clock;
  /** Called with the names of the feed's columns before they are checked. */
  onColumns?: (names: string[]) => void;
}

const rowsPerPage = 1_000;
const maxColumns = 200;

/** A store's product feed: CSV, TSV or Google Merchant XML, optionally gzipped; streamed in constant memory. */
export function openFeed(setting: OpenFeedSetting): PriceSource {
  const { store, market, location, columns, currency = null, clock = realClock, onColumns } = setting;
  return {
    key: feedKey(store, market.country),
    store,
    country: market.country,
    exhaustive: true,
    atomic: true,
    async *read({ signal, knownVersion = null }) {
      const rowSetting = {
        now: new Date(clock.now()),
        currency,
        expected: currency ?? market.currency,
        ...(market.locale && { locale: market.locale }),
      };
      const { version, unchanged, body } = await openBody(setting, signal, knownVersion);
      if (unchanged) {
        yield { ...pageOf({ items: [], refusals: [] }, null, version), unchanged };
        return;
      }
      let rows = 0;
      try {
        for await (const page of inPages(feedRows(body, setting.encoding))) {
          if (signal.aborted) throw stopped();
          if (rows === 0) {
            onColumns?.(columnsOf(page));
            checkColumns(page, columns);
          }
          const reading: Reading<SourceOffer> = { items: [], refusals: [] };
          for (const row of page) {
            const read = readRow(row, columns, rowSetting);
            if ("reason" in read) reading.refusals.push(read);
            else collectOffer(reading, read);
          }
          rows += page.length;
          yield pageOf(reading, null, version);
        }
        if (rows === 0) throw new SourceError("invalid", "has no row");
      } catch (error) {
        throw asFailure(error, location, signal);
      }
    },
  };
}

/** The stores whose feed may be set in the environment, for the first market only. */
const feedStoresOfEnv: readonly StoreKey[] = ["cdkeys", otherStore];

/** The key of a store's feed for a country. */
export function feedKey(store: StoreKey, country: string): string {
  const isOfEnv = country === firstCountry && feedStoresOfEnv.includes(store);
  return isOfEnv ? store : `feed-${store}-${country.toLowerCase()}`;
}

async function* inPages(rows: AsyncIterable<ReadRow>): AsyncGenerator<ReadRow[]> {
  let page: ReadRow[] = [];
  for await (const row of rows) {
    page.push(row);
    if (page.length < rowsPerPage) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

function readRow(
  row: ReadRow,
  columns: ReadonlyMap<FeedColumn, string> | undefined,
  setting: FeedRowSetting,
): SourceOffer | Refusal {
  if ("problem" in row) return refused(`line ${row.line}`, "shape", row.problem);
  return readFeedRow(rename(row.fields as Fields, columns), row.line, setting);
}

/** Adds the offer, and its warnings to the refusals. */
function collectOffer(reading: Reading<SourceOffer>, { warnings = [], ...offer }: SourceOffer): void {
  reading.items.push(offer);
  for (const text of warnings) {
    reading.refusals.push(refused(`line ${offer.line}`, "cell", `${text}: the row counts without it`, offer.productId));
  }
}

type Fields = Record<string, string | null>;

/** Renames the fields: by the operator's mapping, otherwise normalized. */
function rename(fields: Fields, columns: ReadonlyMap<FeedColumn, string> = new Map()): Fields {
  const renamed: Fields = {};
  for (const [name, value] of Object.entries(fields)) {
    renamed[
      name
        .toLowerCase()
        .replace(/^g:/, "")
        .replace(/[\s-]+/g, "_")
    ] ??= value;
  }
  for (const [ours, theirs] of columns) renamed[ours] = fields[theirs] ?? null;
  return renamed;
}

function fieldsOf(page: readonly ReadRow[]): Fields[] {
  return page.flatMap((row) => ("fields" in row ? [row.fields as Fields] : []));
}

/** XML has no header: its items may have different ones. */
function columnsOf(page: readonly ReadRow[]): string[] {
  return [...new Set(fieldsOf(page).flatMap((fields) => Object.keys(fields)))].slice(0, maxColumns);
}

/** A feed without required columns is refused as a whole, with the names of its columns. */
function checkColumns(page: readonly ReadRow[], columns: ReadonlyMap<FeedColumn, string> | undefined): void {
  const rows = fieldsOf(page);
  const missing = neededColumns.find((name) => rows.every((row) => !rename(row, columns)[name]));
  if (missing === undefined || rows.length === 0) return;
  throw new SourceError(
    "invalid",
    `no row of it has the column ${missing}; they have ${Object.keys(rows[0]!).join(", ")}`,
  );
}

function asFailure(error: unknown, location: string, signal: AbortSignal): unknown {
  if (signal.aborted) return stopped();
  if (!(error instanceof SourceError)) return error;
  return error.reason === "invalid"
    ? new SourceError("invalid", `${withoutSecrets(location)}: ${error.message}`)
    : error;
}

/** A path, or an address without parts that may be secret. */
function withoutSecrets(location: string): string {
  const url = URL.parse(location);
  return url ? maskAddress(`${url.origin === "null" ? `${url.protocol}//` : url.origin}${url.pathname}`) : location;
}
