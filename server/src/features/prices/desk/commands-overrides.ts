import { AppError, invalid } from "contract/core/errors.ts";
import { toMinor } from "contract/core/money.ts";
import type { DeskOffer } from "contract/prices/desk-schema.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { and, eq, lte, sql } from "../../../platform/db/drizzle.ts";
import { type Actor, recordChange } from "../../audit/commands.ts";
import { lockPrices, recordOffers } from "../offers/commands.ts";
import { offers, priceOverrides } from "../table.ts";
import { type OfferId, requireDeskGame, requireDeskOffer } from "./queries-offers.ts";

const maxDays = 30;
const dayMs = 24 * 60 * 60 * 1000;

/** A price to set by hand, in decimal amounts of the offer's currency. */
export interface OverrideInput {
  price: number;
  regular: number | null;
  until: Date;
  reason: string;
  /** The price that the editor saw; if left out, any. */
  basePrice?: number | null | undefined;
}

/**
 * Overrides the price of an offer until a time, whatever its store reports; replaces a current override. Throws
 * `not_found`, `invalid`, and `stale` if the price is no longer `basePrice`.
 */
export function setOverride(
  db: Db,
  editor: Actor,
  id: OfferId,
  { basePrice, until, reason, ...amounts }: OverrideInput,
  now: Date,
): Promise<DeskOffer> {
  return db.transaction(async (tx) => {
    await lockPrices(tx);
    const before = await requireDeskOffer(tx, id);
    if (basePrice !== undefined && basePrice !== before.price)
      throw new AppError("stale", "The price of this offer changed meanwhile", { current: before });
    requireWithin(until, now);
    const prices = toPrices(amounts, before.currency);
    if (before.override)
      await tx
        .update(priceOverrides)
        .set({ ...prices, until, reason })
        .where(isOverride(id));
    else await createOverride(tx, editor, id, { ...prices, until, reason }, now);
    await recordOffers(tx, [{ ...id, currency: before.currency, ...prices }], { now, isReading: false, byHand: true });
    const after = await requireDeskOffer(tx, id);
    await recordOverride(tx, editor, id, { before, after, description: "Set a price by hand" });
    return after;
  });
}

/** Ends an override early. Throws `not_found`, and `stale` if there is none. */
export function removeOverride(db: Db, editor: Actor, id: OfferId, now: Date): Promise<DeskOffer> {
  return db.transaction(async (tx) => {
    await lockPrices(tx);
    const before = await requireDeskOffer(tx, id);
    if (!before.override) throw new AppError("stale", "No price is set by hand here any more", { current: before });
    return endOverride(tx, editor, id, now);
  });
}

/** Ends expired overrides, and restores the prices last reported by the sources. Returns their number. */
export function endOverrides(db: Db, now: Date): Promise<number> {
  return db.transaction(async (tx) => {
    await lockPrices(tx);
    const expired = await tx
      .select({ gameId: priceOverrides.gameId, country: priceOverrides.country, store: priceOverrides.store })
      .from(priceOverrides)
      .where(lte(priceOverrides.until, now));
    for (const id of expired) await endOverride(tx, null, id, now);
    return expired.length;
  });
}

async function endOverride(tx: Db, editor: Actor, id: OfferId, now: Date): Promise<DeskOffer> {
  const before = await requireDeskOffer(tx, id);
  const [override] = await tx.delete(priceOverrides).where(isOverride(id)).returning();
  const { sourceCurrency, sourceMinor, sourceRegularMinor, sourceFreeUntil } = override!;
  const offer = { ...id, currency: sourceCurrency };
  const sourceOffer = { ...offer, priceMinor: sourceMinor, regularMinor: sourceRegularMinor };
  await recordOffers(tx, [sourceOffer], { now, isReading: false });
  if (sourceFreeUntil && sourceFreeUntil > now) {
    // after the price that follows the giveaway
    const giveaway = { ...offer, priceMinor: 0, endsAt: sourceFreeUntil };
    await recordOffers(tx, [giveaway], { now, isReading: false });
  }
  const after = await requireDeskOffer(tx, id);
  await recordOverride(tx, editor, id, { before, after, description: "Ended the price set by hand" });
  return after;
}

type OverridePrice = Pick<typeof priceOverrides.$inferInsert, "priceMinor" | "regularMinor" | "until" | "reason">;

/** Moves the source's price from the offer into a new override. */
async function createOverride(tx: Db, editor: Actor, id: OfferId, price: OverridePrice, now: Date): Promise<void> {
  const [offer] = await tx.select().from(offers).where(isOffer(id)).for("update");
  const { currency, endsAt, priceMinor, regularMinor, afterMinor, afterRegularMinor } = offer!;
  await tx.insert(priceOverrides).values({
    ...id,
    ...price,
    setAt: now,
    setBy: editor?.userId ?? null,
    sourceCurrency: currency,
    sourceMinor: endsAt ? afterMinor : priceMinor,
    sourceRegularMinor: endsAt ? afterRegularMinor : regularMinor,
    sourceFreeUntil: endsAt,
  });
  if (!endsAt) return;
  await tx
    .update(offers)
    .set({
      endsAt: null,
      afterMinor: null,
      afterRegularMinor: null,
      afterLink: null,
      link: sql`coalesce(after_link, link)`,
    })
    .where(isOffer(id));
}

function requireWithin(until: Date, now: Date): void {
  const days = (until.getTime() - now.getTime()) / dayMs;
  if (days <= 0) throw invalid([{ path: "until", msg: "Must be in the future" }]);
  if (days > maxDays) throw invalid([{ path: "until", msg: `Must be within ${maxDays} days` }]);
}

function toPrices({ price, regular }: Pick<OverrideInput, "price" | "regular">, currency: string) {
  const priceMinor = toMinor(price, currency);
  const regularMinor = regular === null ? null : toMinor(regular, currency);
  if (priceMinor === null) throw invalid([{ path: "price", msg: `Not a price in ${currency}` }]);
  if (regular !== null && regularMinor === null)
    throw invalid([{ path: "regular", msg: `Not a price in ${currency}` }]);
  if (regularMinor !== null && regularMinor < priceMinor)
    throw invalid([{ path: "regular", msg: "Must not be below the price" }]);
  return { priceMinor, regularMinor };
}

const isOffer = ({ gameId, country, store }: OfferId) =>
  and(eq(offers.gameId, gameId), eq(offers.country, country), eq(offers.store, store));
const isOverride = ({ gameId, country, store }: OfferId) =>
  and(eq(priceOverrides.gameId, gameId), eq(priceOverrides.country, country), eq(priceOverrides.store, store));

async function recordOverride(
  tx: Db,
  editor: Actor,
  id: OfferId,
  { before, after, description }: { before: DeskOffer; after: DeskOffer; description: string },
): Promise<void> {
  const { title } = await requireDeskGame(tx, id.gameId);
  const key = `${title} at ${id.store} in ${id.country}`;
  await recordChange(tx, editor, {
    action: "UPDATE",
    resourceType: "offer",
    resourceId: id.gameId,
    resourceKey: key,
    description: `${description} for ${key}`,
    oldValue: stateOf(before),
    newValue: stateOf(after),
  });
}

/** Omits who set the price: the audit entry has the editor, and removes it with the account. */
function stateOf({ price, regular_price, override }: DeskOffer) {
  const { set_by: _, ...withoutEditor } = override ?? {};
  return { price, regular_price, override: override && withoutEditor };
}
