import { AppError } from "contract/core/errors.ts";
import { usDollar } from "contract/core/money.ts";
import { firstCountry } from "contract/markets/regions.ts";
import { collapseOf, type PricePair } from "contract/prices/collapse-rules.ts";
import type { ReadingKind, ReadingOrigin } from "contract/prices/reading-rules.ts";
import { arrayOf, textArrayOf } from "../../../platform/db/arrays.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { and, asc, eq, ne, type SQL, sql } from "../../../platform/db/drizzle.ts";
import { type Actor, recordChange } from "../../audit/commands.ts";
import { lockPrices, type OfferObservation, recordOffers } from "../offers/commands.ts";
import { type ListedReading, type ReadingRow, readingDays, requireReading } from "./queries.ts";
import { heldPages, readings } from "./table.ts";

/** A page of matched offers, and when they were seen. */
export interface SeenPage {
  observations: readonly OfferObservation[];
  seenAt: Date;
}

/** Thrown for a reading whose prices collapse, before any of its pages is applied. */
export class CollapsedReading extends Error {
  /** Those that do not wait in the database already. */
  readonly newPages: readonly SeenPage[];
  constructor(problem: string, newPages: readonly SeenPage[] = []) {
    super(problem);
    this.newPages = newPages;
  }
}

/** What is read, and what started it. */
export interface NewReading {
  kind: ReadingKind;
  /** The key of a polled source, otherwise the name of the file. */
  source: string;
  store?: string | null;
  country?: string | null;
  /** The command line by default. */
  origin?: ReadingOrigin | undefined;
  startedBy?: number | null | undefined;
  pollId?: number;
}

/** Returns the id, with which offers are recorded. */
export async function beginReading(db: Db, reading: NewReading, now: Date): Promise<number> {
  const { origin = "command line" } = reading;
  const [begun] = await db
    .insert(readings)
    .values({ ...reading, origin, state: "running", begunAt: now })
    .returning({ id: readings.id });
  return begun!.id;
}

/** Throws CollapsedReading, with these pages if they are new, if the prices of a whole reading collapse. */
export async function requirePlausible(
  db: Db,
  pages: readonly SeenPage[],
  { areNew = true }: { areNew?: boolean } = {},
): Promise<void> {
  const pairs: PricePair[] = [];
  for (const { observations } of pages) pairs.push(...(await listPricePairs(db, observations)));
  const problem = collapseOf(pairs);
  if (problem) throw new CollapsedReading(problem, areNew ? pages : []);
}

/** The known prices of these offers before and after them. A giveaway is temporary and does not count. */
async function listPricePairs(db: Db, observations: readonly OfferObservation[]): Promise<PricePair[]> {
  const priced = observations.filter(({ priceMinor, endsAt }) => typeof priceMinor === "number" && !endsAt);
  if (priced.length === 0) return [];
  const shelves = await comparePrices(
    db,
    sql`
      select * from unnest(
        ${arrayOf(priced.map(({ gameId }) => gameId))}::integer[],
        ${textArrayOf(priced.map(({ country = firstCountry }) => country))}::text[],
        ${textArrayOf(priced.map(({ store }) => store))}::text[],
        ${textArrayOf(priced.map(({ currency = usDollar }) => currency))}::text[],
        ${arrayOf(priced.map(({ priceMinor }) => priceMinor))}::integer[]
      )`,
  );
  return shelves.flatMap(({ pairs }) => pairs);
}

/** Compares rows of game id, country, store, currency and price with the offers, by store and country. */
export async function comparePrices(
  db: Db,
  rows: SQL,
): Promise<{ store: string; country: string; pairs: PricePair[] }[]> {
  const { rows: shelves } = await db.execute<{ store: string; country: string; before: number[]; after: number[] }>(sql`
    select offers.store, offers.country,
      array_agg(offers.price_minor order by offers.game_id) as before,
      array_agg(seen.price_minor order by offers.game_id) as after
    from (${rows}) as seen (game_id, country, store, currency, price_minor)
    join offers
      on offers.game_id = seen.game_id and offers.country = seen.country and offers.store = seen.store
        and offers.currency = seen.currency
    where offers.price_minor > 0 and seen.price_minor is not null and offers.ends_at is null
    group by offers.store, offers.country
    order by offers.store, offers.country
  `);
  return shelves.map(({ store, country, before, after }) => ({
    store,
    country,
    pairs: before.map((price, index) => ({ before: price, after: after[index]! })),
  }));
}

/** A reading that is applied replaces those of its source that are held. Its pages that still wait are dropped. */
export async function endReading(
  tx: Db,
  id: number,
  { state, seen, changed }: Pick<ReadingRow, "seen" | "changed"> & { state: "applied" | "failed" },
  now: Date,
): Promise<void> {
  const [ended] = await tx
    .update(readings)
    .set({ state, seen, changed, endedAt: now })
    .where(and(eq(readings.id, id), eq(readings.state, "running")))
    .returning();
  await dropHeldPages(tx, id);
  if (ended && state === "applied") await dropHeld(tx, ended);
}

/** Stores a page that waits. */
export async function holdPage(tx: Db, readingId: number, { observations, seenAt }: SeenPage): Promise<void> {
  if (observations.length === 0) return;
  await tx.insert(heldPages).values({ readingId, seenAt, observations: [...observations] });
}

export function listHeldPages(db: Db, id: number) {
  return db.select().from(heldPages).where(eq(heldPages.readingId, id)).orderBy(asc(heldPages.id));
}

export async function dropHeldPages(tx: Db, id: number): Promise<void> {
  await tx.delete(heldPages).where(eq(heldPages.readingId, id));
}

/**
 * Holds a collapsed reading, with its pages that wait already and these; it replaces those of its source that are held.
 */
export async function holdReading(
  tx: Db,
  id: number,
  { message: problem, newPages }: CollapsedReading,
  { seen, changed }: Pick<ReadingRow, "seen" | "changed">,
  now: Date,
): Promise<void> {
  for (const page of newPages) await holdPage(tx, id, page);
  const held = (await listHeldPages(tx, id)).reduce((sum, { observations }) => sum + observations.length, 0);
  const [reading] = await tx
    .update(readings)
    .set({ state: "held", problem, held, seen: Math.max(seen, held), changed, endedAt: now })
    .where(eq(readings.id, id))
    .returning();
  await dropHeld(tx, reading!);
}

async function dropHeld(tx: Db, { id, source, kind, store, country }: ReadingRow): Promise<void> {
  const dropped = await tx
    .update(readings)
    .set({ state: "dropped" })
    .where(
      and(
        // files of one store and country replace each other, whatever their names
        kind === "poll"
          ? eq(readings.source, source)
          : sql`(${readings.store}, ${readings.country}) = (${store}, ${country})`,
        eq(readings.kind, kind),
        eq(readings.state, "held"),
        ne(readings.id, id),
      ),
    )
    .returning({ id: readings.id });
  for (const one of dropped) await dropHeldPages(tx, one.id);
}

/**
 * Applies a held reading as of the time when it was read: what was seen since stays. Does nothing if it is applied
 * already. Throws `not_found`, and `conflict` for a reading that is not held.
 */
export function applyReading(db: Db, editor: Actor, id: number, now: Date): Promise<ListedReading> {
  return db.transaction(async (tx) => {
    await lockPrices(tx);
    const before = await requireReading(tx, id, { forUpdate: true });
    if (before.state === "applied") return before;
    if (before.state !== "held") throw new AppError("conflict", "This reading is not held");
    const changed = await applyHeldPages(tx, id);
    await tx
      .update(readings)
      .set({ state: "applied", changed: sql`${readings.changed} + ${changed}`, held: 0, endedAt: now })
      .where(eq(readings.id, id));
    const after = await requireReading(tx, id);
    await recordChange(tx, editor, {
      action: "UPDATE",
      ...toAuditResource(before),
      description: `Applied the held reading ${id} of ${before.source}`,
      oldValue: { state: "held" },
      newValue: { state: "applied", changed },
    });
    return after;
  });
}

/** Applies the pages of a reading that wait, as of the times when they were read; returns the number of changes. */
export async function applyHeldPages(tx: Db, reading: number): Promise<number> {
  let changes = 0;
  for (const { observations, seenAt } of await listHeldPages(tx, reading)) {
    const recorded = await recordOffers(tx, observations.map(withTimes), { now: seenAt, markSeen: true, reading });
    changes += recorded.changed;
  }
  await dropHeldPages(tx, reading);
  return changes;
}

/** Times are strings in JSON. */
function withTimes({ endsAt, saleEndsAt, ...offer }: SeenPage["observations"][number]) {
  return {
    ...offer,
    ...(endsAt && { endsAt: new Date(endsAt) }),
    ...(saleEndsAt && { saleEndsAt: new Date(saleEndsAt) }),
  };
}

export const toAuditResource = ({ id, source }: ReadingRow) =>
  ({ resourceType: "reading", resourceKey: source, resourceId: id }) as const;

/** Deletes what is only needed for an undo after its time, and readings after 90 days. */
export async function deleteOldReadings(db: Db, now: Date): Promise<void> {
  await db.execute(sql`
    delete from reading_images using readings
    where readings.id = reading_id and state <> 'running'
      and coalesce(undone_at, ended_at, begun_at) < ${now}::timestamptz - make_interval(days => ${readingDays})
  `);
  await db.execute(sql`
    delete from readings
    where coalesce(undone_at, ended_at, begun_at) < ${now}::timestamptz - interval '90 days'
  `);
}
