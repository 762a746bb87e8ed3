import { AppError } from "contract/core/errors.ts";
import type { DeskRecord } from "contract/prices/desk-schema.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { and, asc, eq, gte, lt, sql } from "../../../platform/db/drizzle.ts";
import { type Actor, recordChange } from "../../audit/commands.ts";
import type { PricePoint } from "../history/commands-history.ts";
import { lockPrices } from "../offers/commands.ts";
import { asTheyAre, evaluateRules } from "../rules/commands-evaluate.ts";
import { offers, priceHistory, priceOverrides, voidedRecords } from "../table.ts";
import { readPast, saveCorrectedPast } from "./commands-past.ts";
import { requireDeskGame } from "./queries-offers.ts";
import { type RecordId, requireRecord } from "./queries-records.ts";

/**
 * Excludes a record from everything derived from prices, as if it had never existed (spec/catalogue 4.2).
 * Alerts and rules do not fire. Throws `not_found`, `stale` if it is voided already, `conflict` during an override.
 */
export function voidRecord(db: Db, editor: Actor, id: RecordId, reason: string, now: Date): Promise<DeskRecord> {
  return correctRecord(db, editor, id, { isVoid: false, description: "Voided" }, now, async (tx) => {
    const around = await findNeighbours(tx, id);
    await requireNotOverridden(tx, id, around);
    const giveawayEnd = await removeFromOffer(tx, id, around);
    // whether it is the price that the store still reports; an older record voided after it is not
    const standing = around.next === undefined && !(await hasStanding(tx, id));
    await tx.execute(sql`
      with removed as (
        delete from price_history where ${isLive(id)}
        returning game_id, country, store, currency, recorded_at, price_minor, regular_minor
      )
      insert into voided_records (
        game_id, country, store, currency, recorded_at, price_minor, regular_minor, ends_at, reason, voided_at,
        voided_by, standing
      )
      select removed.*, ${giveawayEnd}::timestamptz, ${reason}::text, ${now}::timestamptz,
        ${editor?.userId ?? null}::integer, ${standing}::boolean
      from removed
    `);
  });
}

/** Restores a voided record. Throws `not_found`, `stale` if it is not voided, `conflict` as `voidRecord`. */
export function unvoidRecord(db: Db, editor: Actor, id: RecordId, now: Date): Promise<DeskRecord> {
  return correctRecord(db, editor, id, { isVoid: true, description: "Took back the voiding of" }, now, async (tx) => {
    const around = await findNeighbours(tx, id);
    await requireNotOverridden(tx, id, around);
    const [voided] = await tx.delete(voidedRecords).where(isVoided(id)).returning();
    const { gameId, country, store, currency, recordedAt, priceMinor, regularMinor, endsAt, supersededAt } = voided!;
    const offer = { gameId, country, store, currency };
    await tx.insert(priceHistory).values({ ...offer, recordedAt, priceMinor, regularMinor });
    const knownEnd = supersededAt ?? (endsAt !== null && endsAt <= now ? endsAt : null);
    // the record that ended it may be voided itself
    const end = knownEnd !== null && (await hasVoided(tx, id, knownEnd)) ? null : knownEnd;
    const isOver = end !== null && (around.next === undefined || around.next.at > end);
    if (isOver) {
      // the price that the store reported then was in force already, and left no record
      const { priceMinor = null, regularMinor = null } = around.previous ?? {};
      await tx.insert(priceHistory).values({ ...offer, recordedAt: end, priceMinor, regularMinor });
    }
    await restoreInOffer(tx, voided!, around.next === undefined && end === null, now);
  });
}

interface Correction {
  /** Whether the record must be voided before the correction. */
  isVoid: boolean;
  description: string;
}

async function correctRecord(
  db: Db,
  editor: Actor,
  id: RecordId,
  { isVoid, description }: Correction,
  now: Date,
  correct: (tx: Db) => Promise<void>,
): Promise<DeskRecord> {
  return db.transaction(async (tx) => {
    await lockPrices(tx);
    const game = await requireDeskGame(tx, id.gameId);
    const before = await requireRecord(tx, id);
    if ((before.voided !== null) !== isVoid) {
      const action = isVoid ? "took back the voiding of this record" : "voided this record";
      throw new AppError("stale", `Someone else ${action} meanwhile`, { current: before });
    }
    const past = await readPast(tx, id);
    await correct(tx);
    await saveCorrectedPast(tx, id, { before: past, record: id }, now);
    const games = sql`select ${id.gameId}::integer, ${id.country}::text`;
    await evaluateRules(tx, { games: asTheyAre(games), now, isCorrection: true });
    const after = await requireRecord(tx, id);
    await recordChange(tx, editor, {
      action: "UPDATE",
      resourceType: "price_record",
      resourceId: id.gameId,
      resourceKey: `${game.title} at ${id.store} in ${id.country}`,
      description: `${description} a price of ${game.title} at ${id.store} in ${id.country}`,
      oldValue: withoutEditor(before),
      newValue: withoutEditor(after),
    });
    return after;
  });
}

/** Omits the editor: the audit entry has it, and removes it with the account. */
function withoutEditor({ voided, ...record }: DeskRecord) {
  return { ...record, voided: voided && { at: voided.at, reason: voided.reason } };
}

/**
 * Restores the price before the record in the offer, if the offer has the record's price. Returns the end of the
 * record's giveaway.
 */
async function removeFromOffer(tx: Db, id: RecordId, { previous, record, next }: Neighbours): Promise<Date | null> {
  const [offer] = await tx.select().from(offers).where(isOffer(id)).for("update");
  if (!offer || !record) return null;
  if (next !== undefined) {
    const { wasFreeUntil } = offer;
    const ended = record.priceMinor === 0 && wasFreeUntil && wasFreeUntil > record.at && wasFreeUntil <= next.at;
    if (!ended) return null;
    await tx.update(offers).set({ wasFreeUntil: null }).where(isOffer(id));
    return wasFreeUntil;
  }
  await tx
    .update(offers)
    .set({
      priceMinor: previous?.priceMinor ?? null,
      regularMinor: previous?.regularMinor ?? null,
      ...(previous && { currency: previous.currency }),
      ...(offer.endsAt && { ...noGiveaway, link: offer.afterLink ?? offer.link }),
    })
    .where(isOffer(id));
  return offer.endsAt;
}

const noGiveaway = { endsAt: null, afterMinor: null, afterRegularMinor: null, afterLink: null };

async function restoreInOffer(
  tx: Db,
  { priceMinor, regularMinor, currency, endsAt, ...id }: typeof voidedRecords.$inferSelect,
  isCurrent: boolean,
  now: Date,
): Promise<void> {
  const isRunning = isCurrent && endsAt !== null && endsAt > now;
  await tx
    .update(offers)
    .set({
      ...(isCurrent && { priceMinor, regularMinor, currency }),
      ...(isRunning && {
        endsAt,
        afterMinor: sql`price_minor`,
        afterRegularMinor: sql`regular_minor`,
        afterLink: sql`link`,
      }),
      ...(!isRunning && { wasFreeUntil: sql`greatest(was_free_until, ${endsAt}::timestamptz)` }),
    })
    .where(isOffer(id));
}

async function hasStanding(tx: Db, id: RecordId): Promise<boolean> {
  const count = await tx.$count(
    voidedRecords,
    and(
      eq(voidedRecords.gameId, id.gameId),
      eq(voidedRecords.country, id.country),
      eq(voidedRecords.store, id.store),
      voidedRecords.standing,
    ),
  );
  return count > 0;
}

/** Whether a later record up to a time is voided. */
async function hasVoided(tx: Db, { gameId, country, store, at }: RecordId, until: Date): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    select from voided_records
    where game_id = ${gameId} and country = ${country} and store = ${store}
      and recorded_at > ${at} and recorded_at <= ${until}
    limit 1
  `);
  return Boolean(rowCount);
}

const isOffer = ({ gameId, country, store }: Omit<RecordId, "at">) =>
  and(eq(offers.gameId, gameId), eq(offers.country, country), eq(offers.store, store));

const isIn = (table: typeof priceHistory | typeof voidedRecords, { gameId, country, store, at }: RecordId) =>
  and(
    eq(table.gameId, gameId),
    eq(table.country, country),
    eq(table.store, store),
    gte(table.recordedAt, at),
    lt(table.recordedAt, new Date(at.getTime() + 1)),
  );
const isLive = (id: RecordId) => isIn(priceHistory, id);
const isVoided = (id: RecordId) => isIn(voidedRecords, id);

type RecordedPoint = PricePoint & { currency: string };

/** The records of an offer around one of them, without voided ones; the record itself may be voided. */
interface Neighbours {
  previous: RecordedPoint | undefined;
  record: RecordedPoint | undefined;
  next: RecordedPoint | undefined;
}

async function findNeighbours(tx: Db, { gameId, country, store, at }: RecordId): Promise<Neighbours> {
  const points = await tx
    .select({
      at: priceHistory.recordedAt,
      currency: priceHistory.currency,
      priceMinor: priceHistory.priceMinor,
      regularMinor: priceHistory.regularMinor,
    })
    .from(priceHistory)
    .where(and(eq(priceHistory.gameId, gameId), eq(priceHistory.country, country), eq(priceHistory.store, store)))
    .orderBy(asc(priceHistory.recordedAt));
  return {
    previous: points.findLast((point) => point.at < at),
    record: points.find((point) => point.at.getTime() === at.getTime()),
    next: points.find((point) => point.at > at),
  };
}

/**
 * Throws `conflict` for a record that an override depends on: the offer falls back to the record in force when the
 * override was set, and the later ones are the override's own.
 */
async function requireNotOverridden(tx: Db, id: RecordId, { next }: Neighbours): Promise<void> {
  const { gameId, country, store } = id;
  const [override] = await tx
    .select({ setAt: priceOverrides.setAt })
    .from(priceOverrides)
    .where(
      and(eq(priceOverrides.gameId, gameId), eq(priceOverrides.country, country), eq(priceOverrides.store, store)),
    );
  if (!override || (next && next.at < override.setAt)) return;
  throw new AppError("conflict", "A price is set by hand for this offer: end that first");
}
