import { isDeepStrictEqual } from "node:util";
import { AppError } from "contract/core/errors.ts";
import type { DeskOffer } from "contract/prices/desk-schema.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { and, eq } from "../../../platform/db/drizzle.ts";
import { type Actor, recordChange } from "../../audit/commands.ts";
import { lockPrices, type OfferObservation, recordOffers } from "../offers/commands.ts";
import { matchReviews, offers, voidedRecords } from "../table.ts";
import { listDeskOffers, requireDeskGame } from "./queries-offers.ts";

/** A game at a store, in all markets. */
export interface Linked {
  gameId: number;
  store: StoreKey;
  /** The products that the editor saw; if left out, any. */
  baseProductIds?: readonly string[] | undefined;
}

/**
 * Unlinks the store's product from the game: its offers end, and the product is rejected in the matches. Returns the
 * game's offers. Throws `not_found`, `stale` if the products are no longer `baseProductIds`, and `conflict` for
 * offers without a product id or with an override.
 */
export function unlinkOffers(db: Db, editor: Actor, linked: Linked, now: Date): Promise<DeskOffer[]> {
  return db.transaction(async (tx) => {
    const { sold, title } = await requireLinked(tx, linked);
    await decideProducts(tx, editor, sold, { decision: "rejected", gameId: null, candidate: linked.gameId }, now);
    await endOffers(tx, linked, sold, now);
    await recordLink(tx, editor, sold, `Unlinked ${title} from its product at ${linked.store}`, null);
    return listDeskOffers(tx, linked.gameId);
  });
}

/**
 * Links the store's product with another game: its offers move there, and later readings match it. Returns the offers
 * of the previous game. Throws as `unlinkOffers`, and `conflict` if the store sells the other game already.
 */
export function relinkOffers(db: Db, editor: Actor, linked: Linked, toGameId: number, now: Date): Promise<DeskOffer[]> {
  return db.transaction(async (tx) => {
    const { sold, title } = await requireLinked(tx, linked);
    const { store, gameId } = linked;
    if (toGameId === gameId) throw new AppError("conflict", `The product is linked with ${title} already`);
    const to = await requireDeskGame(tx, toGameId);
    const existing = await listDeskOffers(tx, toGameId, store);
    if (existing.some((offer) => offer.price !== null || offer.override))
      throw new AppError("conflict", `${store} sells ${to.title} already: unlink that product first`);
    const moving = sold.filter(({ priceMinor }) => priceMinor !== null);
    await decideProducts(tx, editor, sold, { decision: "accepted", gameId: toGameId, candidate: toGameId }, now);
    await endOffers(tx, linked, sold, now);
    // the regular price of a former product says nothing about this one
    await tx
      .update(offers)
      .set({ trustedRegularMinor: null })
      .where(isLinked({ gameId: toGameId, store }));
    await recordOffers(tx, moving.map(toPrice(toGameId)), { now, isReading: false });
    await recordOffers(tx, moving.flatMap(toGiveaway(toGameId)), { now, isReading: false });
    await recordLink(tx, editor, sold, `Linked the product of ${title} at ${store} with ${to.title}`, toGameId);
    return listDeskOffers(tx, gameId);
  });
}

const isLinked = ({ gameId, store }: Linked) => and(eq(offers.gameId, gameId), eq(offers.store, store));

type OfferRow = typeof offers.$inferSelect;

/** Locks and returns the offers of the game at the store. */
async function requireLinked(tx: Db, linked: Linked): Promise<{ sold: OfferRow[]; title: string }> {
  const { gameId, store, baseProductIds } = linked;
  await lockPrices(tx);
  const { title } = await requireDeskGame(tx, gameId);
  const current = await listDeskOffers(tx, gameId, store);
  if (current.length === 0) throw new AppError("not_found", `${store} has no offer of ${title}`);
  const sold = await tx.select().from(offers).where(isLinked(linked)).orderBy(offers.country);
  const products = productsOf(sold);
  if (baseProductIds && !isDeepStrictEqual(baseProductIds.toSorted(), products))
    throw new AppError("stale", "The product of this game changed meanwhile", { current });
  if (products.length === 0)
    throw new AppError("conflict", "The store's product is not known: the next reading would link it again");
  if (current.some(({ override }) => override))
    throw new AppError("conflict", "A price is set by hand here: end that first");
  return { sold, title };
}

const productsOf = (sold: readonly OfferRow[]) => [...new Set(sold.flatMap(({ productId }) => productId ?? []))].sort();

interface ProductDecision {
  decision: "accepted" | "rejected";
  gameId: number | null;
  /** For a product that was matched automatically and never waited for a decision. */
  candidate: number;
}

/** Records decisions about the products, like those that people make about matches. */
async function decideProducts(
  tx: Db,
  editor: Actor,
  sold: readonly OfferRow[],
  { decision, gameId, candidate }: ProductDecision,
  now: Date,
): Promise<void> {
  const decided = { decision, gameId, decidedAt: now, decidedBy: editor?.userId ?? null, isNewGame: false };
  for (const productId of productsOf(sold)) {
    const { store, link, priceMinor, currency } = sold.find((offer) => offer.productId === productId)!;
    const product = { store, productId, link, priceMinor, currency, candidates: [candidate] };
    await tx
      .insert(matchReviews)
      .values({ ...product, firstSeenAt: now, lastSeenAt: now, ...decided })
      .onConflictDoUpdate({ target: [matchReviews.store, matchReviews.productId], set: decided });
  }
}

/** Ends the offers and clears their product, which would otherwise still match the game. */
async function endOffers(tx: Db, linked: Linked, sold: readonly OfferRow[], now: Date): Promise<void> {
  await tx
    .update(offers)
    .set({
      productId: null,
      endsAt: null,
      afterMinor: null,
      afterRegularMinor: null,
      afterLink: null,
      trustedRegularMinor: null,
    })
    .where(isLinked(linked));
  await tx
    .update(voidedRecords)
    .set({ standing: false, supersededAt: now })
    .where(and(eq(voidedRecords.gameId, linked.gameId), eq(voidedRecords.store, linked.store), voidedRecords.standing));
  const ended = sold.map(({ gameId, store, country, currency }) => ({ gameId, store, country, currency }));
  await recordOffers(
    tx,
    ended.map((offer) => ({ ...offer, priceMinor: null })),
    { now, isReading: false },
  );
}

/** The price of an offer; during a giveaway, the price after it. */
const toPrice =
  (gameId: number) =>
  ({ endsAt, afterMinor, afterRegularMinor, ...offer }: OfferRow): OfferObservation => ({
    gameId,
    country: offer.country,
    store: offer.store,
    currency: offer.currency,
    priceMinor: endsAt ? afterMinor : offer.priceMinor,
    regularMinor: endsAt ? afterRegularMinor : offer.regularMinor,
    link: offer.link,
    inStock: offer.inStock,
    productId: offer.productId,
    activatesIn: offer.activatesIn,
  });

const toGiveaway =
  (gameId: number) =>
  ({ endsAt, country, store, currency }: OfferRow): OfferObservation[] =>
    endsAt ? [{ gameId, country, store, currency, priceMinor: 0, endsAt }] : [];

function recordLink(
  tx: Db,
  editor: Actor,
  sold: readonly OfferRow[],
  description: string,
  toGameId: number | null,
): Promise<void> {
  const { gameId, store } = sold[0]!;
  return recordChange(tx, editor, {
    action: "UPDATE",
    resourceType: "offer",
    resourceId: gameId,
    resourceKey: `game ${gameId} at ${store}`,
    description,
    oldValue: { game_id: gameId, product_ids: productsOf(sold) },
    newValue: { game_id: toGameId, product_ids: productsOf(sold) },
  });
}
