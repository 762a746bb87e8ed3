import { randomUUID } from "node:crypto";
import { hasLostTooMany } from "contract/prices/list-loss.ts";
import type { StoreKind } from "contract/stores/schema.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { eq, sql } from "../../../platform/db/drizzle.ts";
import { stores } from "../../stores/table.ts";
import type { SeenPage } from "../readings/commands-readings.ts";
import { refused } from "../sources/readings.ts";
import {
  isWarning,
  type PriceSource,
  type Refusal,
  SourceError,
  type SourceOffer,
  stopped,
} from "../sources/source.ts";
import {
  type ComparedOffer,
  compareOffers,
  type MatchedOffer,
  matchOffers,
  type Shelf,
  toObservation,
} from "./find.ts";
import type { MatchedPage, MatchOptions } from "./matching.ts";

const pageSize = 1_000;
/** Matching parses titles in many ways: small pages limit the memory of the garbage. */
const matchedSize = 250;

/** The best product of each game so far. */
type Best = Map<number, ComparedOffer & Pick<MatchedOffer, "places"> & { line: number }>;

/**
 * Stages a whole feed before using any of it, matches its products and yields the best product of each game in pages.
 * Of a repeated product the last row counts. Stores the number of offers for the next reading once the last page has
 * been handled.
 */
export async function* readStaged(db: Db, source: PriceSource, options: MatchOptions): AsyncGenerator<MatchedPage> {
  const { store } = source;
  const reading = randomUUID();
  await dropAbandonedReadings(db, store, options.now);
  try {
    let refusedRows = 0;
    const onRefusal = (refusal: Refusal) => {
      if (!isWarning(refusal)) refusedRows += 1;
      options.onRefusal?.(refusal);
    };
    const { version, unchanged } = await stage(db, source, reading, { ...options, onRefusal });
    const whole = { cursor: null, version, unchanged };
    if (unchanged) {
      yield { ...whole, observations: [], seen: 0, unmatched: 0, refused: 0 };
      return;
    }
    await dropRepeated(db, reading, onRefusal);
    const offers = await countStaged(db, reading);
    await checkCount(db, source, offers, options);
    let counts = { seen: offers + refusedRows, unmatched: 0, refused: 0 };
    const { matchOfLine, unmatched } = await matchStaged(db, source, reading, { ...options, onRefusal });
    counts = { ...counts, unmatched, refused: refusedRows };
    const isOfficial = (await findStoreKind(db, store)) === "official";
    const matched: SeenPage[] = [];
    for await (const page of pages(db, reading, pageSize)) {
      const observations = page.flatMap(({ line, offer }) => {
        const match = matchOfLine.get(line);
        const offered = isOfficial ? offer : withoutListPrice(offer);
        return match === undefined ? [] : [toObservation(source, { ...match, offer: offered })];
      });
      matched.push({ observations, seenAt: options.now });
    }
    await options.check?.(matched);
    for (const { observations } of matched) {
      yield { ...whole, ...counts, observations: [...observations] };
      counts = { seen: 0, unmatched: 0, refused: 0 };
    }
    // reports the counts even if no game was matched
    yield { ...whole, ...counts, observations: [] };
    await saveCount(db, source, offers, options.now);
  } finally {
    // fails in a failed transaction, which also rolls the rows back
    await db.execute(sql`delete from staged_offers where reading = ${reading}`).catch(() => {});
  }
}

/**
 * Key shops have no list prices: what they write as `price` is what they charge. Only with a price below it, it is a
 * regular price; otherwise the discount is against Steam (spec/price-sources 4.4).
 */
function withoutListPrice(offer: SourceOffer): SourceOffer {
  return offer.regularMinor === offer.priceMinor ? { ...offer, regularMinor: null } : offer;
}

async function findStoreKind(db: Db, key: StoreKey): Promise<StoreKind | null> {
  const [store] = await db.select({ kind: stores.kind }).from(stores).where(eq(stores.key, key));
  return store?.kind ?? null;
}

/** Deletes rows of readings whose process died. */
async function dropAbandonedReadings(db: Db, store: StoreKey, now: Date): Promise<void> {
  await db.execute(sql`
    delete from staged_offers where store = ${store} and staged_at < ${now}::timestamptz - interval '1 day'
  `);
}

async function stage(db: Db, source: PriceSource, reading: string, options: MatchOptions) {
  let version: string | null = null;
  let line = 0;
  for await (const page of source.read(options)) {
    if (page.unchanged) return { version: page.version, unchanged: true };
    version = page.version;
    for (const refusal of page.refusals) options.onRefusal?.(refusal);
    const rows = page.items.map((offer) => {
      line += 1;
      return { line, product_id: offer.productId, offer };
    });
    await db.execute(sql`
      insert into staged_offers (store, reading, line, product_id, offer, staged_at)
      select ${source.store}, ${reading}, line, product_id, offer, ${options.now}::timestamptz
      from json_to_recordset(${JSON.stringify(rows)}) as staged (line integer, product_id text, offer jsonb)
    `);
  }
  await db.execute(sql`analyze staged_offers`);
  return { version, unchanged: false };
}

async function dropRepeated(db: Db, reading: string, onRefusal: (refusal: Refusal) => void): Promise<void> {
  const { rows } = await db.execute<{ line: number | null; product: string }>(sql`
    delete from staged_offers staged
    using (select product_id, max(line) as line from staged_offers where reading = ${reading} group by product_id) last
    where staged.reading = ${reading} and staged.product_id = last.product_id and staged.line < last.line
    returning (staged.offer ->> 'line')::integer as line, staged.product_id as product
  `);
  for (const { line, product } of rows.sort((a, b) => (a.line ?? 0) - (b.line ?? 0))) {
    onRefusal(
      refused(
        line === null ? product : `line ${line}`,
        "repeated",
        `is about ${product}, as a later row is, which counts`,
      ),
    );
  }
}

async function countStaged(db: Db, reading: string): Promise<number> {
  const { rows } = await db.execute<{ offers: number }>(sql`
    select count(*)::integer as offers from staged_offers where reading = ${reading}
  `);
  return rows[0]!.offers;
}

/** Throws SourceError for a feed without good rows, or with far fewer than last time (spec/price-sources 4.5). */
export async function checkCount(
  db: Db,
  { store, country }: Shelf,
  offers: number,
  { acceptLoss = false }: Pick<MatchOptions, "acceptLoss"> = {},
): Promise<void> {
  if (offers === 0) throw new SourceError("invalid", "the feed has no valid row");
  const { rows } = await db.execute<{ before: number }>(sql`
    select offers as before from price_feeds where store = ${store} and country = ${country}
  `);
  const before = rows[0]?.before ?? 0;
  if (acceptLoss || !hasLostTooMany(offers, before)) return;
  throw new SourceError(
    "invalid",
    `the feed has ${offers} good rows where it had ${before}: it has lost more than 30%`,
  );
}

/** Matches the staged products; returns the line of the best product of each game, and the number of unmatched ones. */
async function matchStaged(db: Db, shelf: Shelf, reading: string, options: MatchOptions) {
  const best: Best = new Map();
  let unmatched = 0;
  for await (const page of pages(db, reading, matchedSize)) {
    if (options.signal.aborted) throw stopped();
    const lines = new Map(page.map(({ line, offer }) => [offer, line]));
    const found = await matchOffers(
      db,
      shelf,
      page.map(({ offer }) => offer),
      options.now,
      true,
    );
    for (const refusal of found.refusals) options.onRefusal?.(refusal);
    for (const { gameId, offer, places } of found.matched) {
      const other = best.get(gameId);
      if (other && compareOffers(other, offer) <= 0) continue;
      const { productId, priceMinor, inStock } = offer;
      best.set(gameId, { productId, priceMinor, inStock, places, line: lines.get(offer)! });
    }
    unmatched += found.unmatched;
  }
  return { matchOfLine: new Map([...best].map(([gameId, { line, places }]) => [line, { gameId, places }])), unmatched };
}

/** The staged products in the order of the feed. */
async function* pages(db: Db, reading: string, size: number) {
  for (let after = 0; ; ) {
    const { rows } = await db.execute<{ line: number; offer: Record<string, unknown> }>(sql`
      select line, offer from staged_offers where reading = ${reading} and line > ${after} order by line limit ${size}
    `);
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map(({ line, offer }) => ({ line, offer: toOffer(offer) }));
    after = last.line;
  }
}

/** Restores times, which are strings in JSON. */
function toOffer({ startsAt, endsAt, saleEndsAt, ...rest }: Record<string, unknown>): SourceOffer {
  return {
    ...(rest as unknown as SourceOffer),
    ...(typeof startsAt === "string" && { startsAt: new Date(startsAt) }),
    ...(typeof endsAt === "string" && { endsAt: new Date(endsAt) }),
    ...(typeof saleEndsAt === "string" && { saleEndsAt: new Date(saleEndsAt) }),
  };
}

async function saveCount(db: Db, { store, country }: Shelf, offers: number, now: Date): Promise<void> {
  await db.execute(sql`
    insert into price_feeds (store, country, offers, read_at) values (${store}, ${country}, ${offers}, ${now})
    on conflict (store, country) do update set offers = excluded.offers, read_at = excluded.read_at
  `);
}
