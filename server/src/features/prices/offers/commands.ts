import { invalid } from "contract/core/errors.ts";
import { highestPrice } from "contract/core/money.ts";
import type { StoreKey } from "contract/stores.ts";
import { sql } from "drizzle-orm";
import { arrayOf, textArrayOf, timeArrayOf } from "../../../platform/db/arrays.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { evaluateAlerts } from "../../alerts/commands.ts";
import { recordLatePrices } from "../history/commands-history.ts";
import { saveGamePrices } from "./commands-derive.ts";
import { type Observed, type ObservedOffer, writeObserved } from "./commands-observed.ts";

/**
 * An offer as it was seen. An absent part stays as it was; a price of `null` = no longer sold, stock of `null` = the
 * store does not say. Money in cents.
 */
export interface OfferObservation {
  gameId: number;
  store: StoreKey;
  priceCents?: number | null;
  regularCents?: number | null;
  link?: string | null;
  inStock?: boolean | null;
  /** The store's own id of the product. */
  productId?: string | null;
  /** The end of a giveaway, whose price is 0. Until then other prices of the offer wait for it to be over. */
  endsAt?: Date;
}

export interface RecordOptions {
  /** When the offers were seen; what changed has changed at that time. */
  now: Date;
  /** Update `last_seen_at` of unchanged offers too, so that polls notice what disappeared. Rewrites every row. */
  markSeen?: boolean;
}

export interface RecordedOffers {
  /** Offers observed, each counted once. */
  observed: number;
  /** Offers that are new or differ in any part. */
  changed: number;
  /** Prices that were first seen or changed. */
  priceChanges: number;
  /** The games of the changed offers, ascending. */
  gameIds: number[];
}

/** An arbitrary id of the advisory lock. */
const priceWriting = 7_215_002;

/**
 * The only way to write prices (spec/price-sources 3.5): updates offers, their history and what lists show, and
 * evaluates price alerts, in one transaction. Of several observations of one offer the last counts; unknown games are
 * skipped. Idempotent. What was seen before the offer was last seen only adds to its history. Throws `invalid`, with
 * nothing recorded, when a price is out of bounds.
 */
export async function recordOffers(
  db: Db,
  observations: readonly OfferObservation[],
  options: RecordOptions,
): Promise<RecordedOffers> {
  requirePlausiblePrices(observations);
  const offers = [...new Map(observations.map((offer) => [`${offer.gameId} ${offer.store}`, offer])).values()];
  if (offers.length === 0) return { observed: 0, changed: 0, priceChanges: 0, gameIds: [] };
  const recorded = await db.transaction((tx) => recordObserved(tx, toObserved(offers), options));
  return { observed: offers.length, ...recorded };
}

/** Records observations that a query returns: each offer once, prices within bounds. Must run in a transaction. */
export async function recordObserved(
  tx: Db,
  observed: Observed,
  { now, markSeen = false }: RecordOptions,
): Promise<Omit<RecordedOffers, "observed">> {
  await lockPrices(tx);
  const written = await writeObserved(tx, observed, { now, markSeen });
  const late = written.filter(({ isLate }) => isLate);
  const changed = written.filter(({ isLate }) => !isLate);
  await recordLatePrices(tx, late, now);
  await deriveVisible(tx, changed, now);
  return {
    changed: changed.length,
    priceChanges: changed.filter(({ priceChanged }) => priceChanged).length,
    gameIds: [...new Set(changed.map(({ gameId }) => gameId))].sort((a, b) => a - b),
  };
}

/** What lists show is derived from all offers of a game: two concurrent writers would miss each other's. */
export async function lockPrices(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${priceWriting})`);
}

/** Updates what lists show and evaluates alerts. */
async function deriveVisible(tx: Db, changed: readonly ObservedOffer[], now: Date): Promise<void> {
  const gameIds = [...new Set(changed.filter(({ isVisible }) => isVisible).map(({ gameId }) => gameId))];
  if (gameIds.length === 0) return;
  const games = sql`select unnest(${arrayOf(gameIds)}::integer[])`;
  // a period begins when the store starts to ask a price, and when the game is back in stock
  const periods = changed.filter(({ beginsPeriod }) => beginsPeriod);
  await saveGamePrices(tx, {
    games: sql`select game_id, null::integer from (${games}) as game (game_id)`,
    periods: sql`
      select *, ${now}::timestamptz
      from unnest(
        ${arrayOf(periods.map(({ gameId }) => gameId))}::integer[],
        ${arrayOf(periods.map(({ store }) => store))}::store_key[],
        ${arrayOf(periods.map(({ priceCents }) => priceCents))}::integer[]
      )
    `,
    now,
  });
  await evaluateAlerts(tx, { games, now });
}

function requirePlausiblePrices(observations: readonly OfferObservation[]): void {
  const isPrice = (cents: number | null | undefined) =>
    cents === null || cents === undefined || (Number.isInteger(cents) && cents >= 0 && cents <= highestPrice);
  const absurd = observations.filter((offer) => !isPrice(offer.priceCents) || !isPrice(offer.regularCents));
  if (absurd.length === 0) return;
  throw invalid(
    absurd.map((offer) => ({
      path: `game ${offer.gameId} at ${offer.store}`,
      msg: `${isPrice(offer.priceCents) ? offer.regularCents : offer.priceCents} is not a price in cents`,
    })),
  );
}

/** As arrays, which are faster than JSON and tell the planner the number of rows. */
function toObserved(offers: readonly OfferObservation[]): Observed {
  const said = (part: keyof OfferObservation) =>
    sql`${arrayOf(offers.map((offer) => offer[part] !== undefined))}::boolean[]`;
  const integers = (part: "gameId" | "priceCents" | "regularCents") =>
    sql`${arrayOf(offers.map((offer) => offer[part]))}::integer[]`;
  const texts = (part: "link" | "productId") => sql`${textArrayOf(offers.map((offer) => offer[part]))}::text[]`;
  return sql`
    select * from unnest(
      ${integers("gameId")}, ${arrayOf(offers.map(({ store }) => store))}::store_key[],
      ${integers("priceCents")}, ${said("priceCents")},
      ${integers("regularCents")}, ${said("regularCents")},
      ${texts("link")}, ${said("link")},
      ${arrayOf(offers.map(({ inStock }) => inStock))}::boolean[], ${said("inStock")},
      ${texts("productId")}, ${said("productId")},
      ${timeArrayOf(offers.map(({ endsAt }) => endsAt))}::timestamptz[]
    )
  `;
}
