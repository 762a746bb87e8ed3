import { toAmount } from "contract/core/money.ts";
import type { FeedFields, FeedPreview, FeedPreviewRow } from "contract/prices/feed-schema.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { inArray } from "../../../platform/db/drizzle.ts";
import { inTransaction } from "../../../platform/db/dry-run.ts";
import { games } from "../../games/table.ts";
import { type MatchedOffers, matchOffers } from "../matching/find.ts";
import { checkCount } from "../matching/staged.ts";
import { countRefusals } from "../polls/commands-refusals.ts";
import type { SourceClient } from "../sources/client.ts";
import { openFeed } from "../sources/feed.ts";
import { importFeed } from "../sources/import-feed.ts";
import { pageOf } from "../sources/readings.ts";
import {
  isWarning,
  type PriceSource,
  type Refusal,
  SourceError,
  type SourceMarket,
  type SourceOffer,
} from "../sources/source.ts";
import { toFeedSetting } from "./queries-feeds.ts";

export interface PreviewOptions {
  client: SourceClient;
  market: SourceMarket;
  now: Date;
  limits?: Partial<PreviewLimits>;
}

interface PreviewLimits {
  /** Rows that are shown. */
  shown: number;
  /** Rows that are matched with games; the others are only counted. */
  considered: number;
  /** The time for reading the feed, in milliseconds; later rows are left out. */
  readMs: number;
}

const defaultLimits: PreviewLimits = { shown: 10, considered: 5_000, readMs: 15_000 };

interface Reading {
  columns: string[];
  items: SourceOffer[];
  refusals: Refusal[];
  /** Good rows, including those that are only counted. */
  good: number;
  read: number;
  whole: boolean;
}

/**
 * Previews a feed and the changes of a poll, by an import that is rolled back. A feed that a poll would refuse is not
 * an error, but has a `problem`.
 */
export async function previewFeed(db: Db, feed: FeedFields, options: PreviewOptions): Promise<FeedPreview> {
  const limits = { ...defaultLimits, ...options.limits };
  const reading: Reading = { columns: [], items: [], refusals: [], good: 0, read: 0, whole: false };
  const problem = await readInto(reading, feed, options, limits).catch((error) => problemOf(error, reading));
  const { now } = options;
  const shelf = { store: feed.store, country: feed.country };
  return inTransaction(db, { dryRun: true }, async (tx) => {
    const loss = reading.whole
      ? await checkCount(tx, shelf, reading.good).catch((error) => problemOf(error, reading))
      : null;
    const first = reading.items.slice(0, limits.shown);
    const found = await matchOffers(tx, shelf, first, now, true);
    const rows = await toRows(
      tx,
      first,
      { ...found, refusals: [...reading.refusals, ...found.refusals] },
      limits.shown,
    );
    let refusals = countRefusals([], reading.refusals);
    const dryRun =
      reading.items.length === 0 || problem !== null
        ? { games: 0, unmatched: 0, changed: 0, priceChanges: 0 }
        : await importFeed(tx, replay(reading, feed), {
            now,
            signal: new AbortController().signal,
            acceptLoss: true,
            onRefusal(refusal) {
              refusals = countRefusals(refusals, [refusal]);
            },
          });
    return {
      problem: problem ?? loss ?? null,
      columns: reading.columns,
      rows,
      read: reading.read,
      whole: reading.whole,
      considered: reading.items.length + withoutWarnings(reading.refusals).length,
      matched: dryRun.games,
      unmatched: dryRun.unmatched,
      changed: dryRun.changed,
      price_changes: dryRun.priceChanges,
      refused: withoutWarnings(refusals).reduce((sum, { count }) => sum + count, 0),
      refusals,
    };
  });
}

async function readInto(
  reading: Reading,
  feed: FeedFields,
  { client, market }: PreviewOptions,
  { considered, readMs }: PreviewLimits,
): Promise<null> {
  const { url, columns, currency, encoding } = toFeedSetting(feed, feed.url);
  const source = openFeed({
    store: feed.store,
    market,
    location: url,
    currency,
    encoding,
    client,
    onColumns(names) {
      reading.columns = names;
    },
    ...(columns && { columns }),
  });
  for await (const { items, refusals } of source.read({ signal: AbortSignal.timeout(readMs) })) {
    reading.read += items.length + withoutWarnings(refusals).length;
    reading.good += items.length;
    const room = Math.max(0, considered - reading.items.length - reading.refusals.length);
    reading.items.push(...items.slice(0, room));
    reading.refusals.push(...refusals.slice(0, Math.max(0, room - items.length)));
  }
  reading.whole = true;
  return null;
}

/** The reason why a poll would refuse the feed. A timeout of the preview is only a problem if nothing was read. */
function problemOf(error: unknown, { read }: Reading): string | null {
  if (!(error instanceof SourceError)) throw error;
  if (error.reason !== "stopped") return error.message;
  return read > 0 ? null : "The feed has not come within the time that there is for previews";
}

/** A source that yields the rows read. */
function replay({ items }: Reading, { store, country }: FeedFields): PriceSource {
  return {
    key: "preview",
    store,
    country,
    exhaustive: true,
    atomic: true,
    async *read() {
      yield pageOf({ items, refusals: [] }, null);
    },
  };
}

/** The first rows in the order of the feed. */
async function toRows(
  tx: Db,
  first: readonly SourceOffer[],
  { matched, refusals }: MatchedOffers,
  limit: number,
): Promise<FeedPreviewRow[]> {
  const gameIds = new Map(matched.map(({ offer, gameId }) => [offer, gameId]));
  const titles = await readTitles(tx, [...gameIds.values()]);
  const problems = new Map(refusals.map(({ what, message }) => [what, message]));
  const warnings = Map.groupBy(refusals.filter(isWarning), ({ what }) => what);
  const good = first.map((offer): FeedPreviewRow => {
    const id = gameIds.get(offer);
    const amount = (minor: number | null | undefined) => (minor == null ? null : toAmount(minor, offer.currency));
    return {
      line: offer.line ?? 0,
      product_id: offer.productId,
      title: offer.title ?? null,
      price: amount(offer.priceMinor),
      regular: amount(offer.regularMinor),
      currency: offer.currency,
      in_stock: offer.inStock ?? null,
      game: id === undefined ? null : { id, title: titles.get(id) ?? "" },
      problem: problems.get(offer.title ?? offer.productId) ?? null,
      warning:
        warnings
          .get(`line ${offer.line}`)
          ?.map(({ message }) => message)
          .join("; ") ?? null,
    };
  });
  const bad = withoutWarnings(refusals)
    .slice(0, limit)
    .flatMap(({ what, productId, message }): FeedPreviewRow[] => {
      const line = lineOf(what);
      if (line === null) return [];
      const nothing = { title: null, price: null, regular: null, currency: null, in_stock: null, game: null };
      return [{ ...nothing, line, product_id: productId ?? null, problem: message, warning: null }];
    });
  return [...good, ...bad].sort((a, b) => a.line - b.line).slice(0, limit);
}

function withoutWarnings<One extends Pick<Refusal, "reason">>(refusals: readonly One[]): One[] {
  return refusals.filter((refusal) => !isWarning(refusal));
}

/** The line of a row that could not be read. */
function lineOf(what: string): number | null {
  const [, line] = /^line (\d+)$/.exec(what) ?? [];
  return line === undefined ? null : Number(line);
}

async function readTitles(tx: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select({ id: games.id, title: games.title })
    .from(games)
    .where(inArray(games.id, [...ids]));
  return new Map(rows.map(({ id, title }) => [id, title]));
}
