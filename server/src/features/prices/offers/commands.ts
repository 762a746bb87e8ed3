import { highestPriceIn } from "contract/core/currencies.ts";
import { invalid } from "contract/core/errors.ts";
import { usDollar } from "contract/core/money.ts";
import { firstCountry } from "contract/markets/schema.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import { type SQL, sql } from "drizzle-orm";
import { arrayOf, textArrayOf, timeArrayOf } from "../../../platform/db/arrays.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { evaluateAlerts } from "../../alerts/commands.ts";
import { evaluateRules } from "../../notifications/rules/commands-evaluate.ts";
import { recordLatePrices } from "../history/commands-history.ts";
import { withoutCorrected } from "./commands-corrections.ts";
import { saveGamePrices } from "./commands-derive.ts";
import { type Observed, type ObservedOffer, writeObserved } from "./commands-observed.ts";

/**
 * An offer as it was seen. An absent part stays as it was; a price of `null` = no longer sold, stock of `null` = the
 * store does not say. Money in minor units of the currency.
 */
export interface OfferObservation {
  gameId: number;
  /** The United States if absent, and US dollars. */
  country?: string;
  store: StoreKey;
  currency?: string;
  priceMinor?: number | null;
  regularMinor?: number | null;
  link?: string | null;
  inStock?: boolean | null;
  /** The store's own id of the product. */
  productId?: string | null;
  /** Countries and groups such as EU; `null` = not stated. */
  activatesIn?: readonly string[] | null;
  /** The end of a giveaway, whose price is 0. Until then other prices of the offer wait for it to be over. */
  endsAt?: Date;
}

export interface RecordOptions {
  /** When the offers were seen; what changed has changed at that time. */
  now: Date;
  /** Update `last_seen_at` of unchanged offers too, so that polls notice what disappeared. Rewrites every row. */
  markSeen?: boolean;
  /** `false`: decided by this site, so that what people have corrected does not stand against it. */
  isReading?: boolean;
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
 * evaluates price alerts and rules, in one transaction. Of several observations of one offer the last counts; unknown
 * games are skipped. Idempotent. What was seen before the offer was last seen only adds to its history. Throws
 * `invalid`, with nothing recorded, when a price is out of bounds.
 */
export async function recordOffers(
  db: Db,
  observations: readonly OfferObservation[],
  options: RecordOptions,
): Promise<RecordedOffers> {
  requirePlausiblePrices(observations);
  const offers = [
    ...new Map(observations.map((offer) => [`${offer.gameId} ${countryOf(offer)} ${offer.store}`, offer])).values(),
  ];
  if (offers.length === 0) return { observed: 0, changed: 0, priceChanges: 0, gameIds: [] };
  const recorded = await db.transaction((tx) => recordObserved(tx, toObserved(offers), options));
  return { observed: offers.length, ...recorded };
}

/** Records observations that a query returns: each offer once, prices within bounds. Must run in a transaction. */
export async function recordObserved(
  tx: Db,
  observed: Observed,
  { now, markSeen = false, isReading = true }: RecordOptions,
): Promise<Omit<RecordedOffers, "observed">> {
  await lockPrices(tx);
  const counted = isReading ? await withoutCorrected(tx, observed, now) : observed;
  const written = await writeObserved(tx, counted, { now, markSeen });
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

/** Updates what lists show and evaluates alerts and rules. */
async function deriveVisible(tx: Db, changed: readonly ObservedOffer[], now: Date): Promise<void> {
  const visible = new Map(
    changed.filter(({ isVisible }) => isVisible).map((offer) => [`${offer.gameId} ${offer.country}`, offer]),
  );
  if (visible.size === 0) return;
  const games = sql`
    select * from unnest(
      ${arrayOf([...visible.values()].map(({ gameId }) => gameId))}::integer[],
      ${textArrayOf([...visible.values()].map(({ country }) => country))}::text[]
    )`;
  // a period begins when the store starts to ask a price, and when the game is back in stock
  const periods = changed.filter(({ beginsPeriod }) => beginsPeriod);
  const texts = (part: "country" | "store" | "currency") =>
    sql`${textArrayOf(periods.map((offer) => offer[part]))}::text[]`;
  await saveGamePrices(tx, {
    games: sql`select game_id, country, null::integer from (${games}) as game (game_id, country)`,
    periods: sql`
      select *, ${now}::timestamptz
      from unnest(
        ${arrayOf(periods.map(({ gameId }) => gameId))}::integer[], ${texts("country")}, ${texts("store")},
        ${texts("currency")}, ${arrayOf(periods.map(({ priceMinor }) => priceMinor))}::integer[]
      )
    `,
    now,
  });
  await evaluateAlerts(tx, { games, now });
  await evaluateRules(tx, { games: withFormerOffers(changed), now });
}

/** The games of visible changes, each with its changed offers as they were before; of a new one nothing was there. */
function withFormerOffers(changed: readonly ObservedOffer[]): SQL {
  const games = Map.groupBy(
    changed.filter(({ isVisible }) => isVisible),
    ({ gameId, country }) => `${gameId} ${country}`,
  );
  const first = [...games.values()].map(([offer]) => offer!);
  const former = [...games.values()].map((offers) =>
    JSON.stringify(Object.fromEntries(offers.map((offer) => [offer.store, offer.former ?? {}]))),
  );
  return sql`
    select game_id, country, former::jsonb from unnest(
      ${arrayOf(first.map(({ gameId }) => gameId))}::integer[],
      ${textArrayOf(first.map(({ country }) => country))}::text[],
      ${sql.param(former)}::text[]
    ) as game (game_id, country, former)`;
}

const countryOf = ({ country = firstCountry }: OfferObservation) => country;
const currencyOf = ({ currency = usDollar }: OfferObservation) => currency;

function requirePlausiblePrices(observations: readonly OfferObservation[]): void {
  const isPrice = (minor: number | null | undefined, offer: OfferObservation) =>
    minor === null ||
    minor === undefined ||
    (Number.isInteger(minor) && minor >= 0 && minor <= highestPriceIn(currencyOf(offer)));
  const absurd = observations.filter(
    (offer) => !isPrice(offer.priceMinor, offer) || !isPrice(offer.regularMinor, offer),
  );
  if (absurd.length === 0) return;
  throw invalid(
    absurd.map((offer) => ({
      path: `game ${offer.gameId} at ${offer.store}`,
      msg: `${isPrice(offer.priceMinor, offer) ? offer.regularMinor : offer.priceMinor} is not a price in ${
        currencyOf(offer) === usDollar ? "cents" : `minor units of ${currencyOf(offer)}`
      }`,
    })),
  );
}

/** As arrays, which are faster than JSON and give the planner the number of rows. */
function toObserved(offers: readonly OfferObservation[]): Observed {
  const isStated = (part: keyof OfferObservation) =>
    sql`${arrayOf(offers.map((offer) => offer[part] !== undefined))}::boolean[]`;
  const integers = (part: "gameId" | "priceMinor" | "regularMinor") =>
    sql`${arrayOf(offers.map((offer) => offer[part]))}::integer[]`;
  const texts = (part: "link" | "productId") => sql`${textArrayOf(offers.map((offer) => offer[part]))}::text[]`;
  return sql`
    select game_id, country, store, currency, price_minor, price_said, regular_minor, regular_said, link, link_said,
      in_stock, stock_said, product_id, product_said, string_to_array(activates_in, ' '), activation_said, ends_at
    from unnest(
      ${integers("gameId")}, ${textArrayOf(offers.map(countryOf))}::text[],
      ${textArrayOf(offers.map(({ store }) => store))}::text[], ${textArrayOf(offers.map(currencyOf))}::text[],
      ${integers("priceMinor")}, ${isStated("priceMinor")},
      ${integers("regularMinor")}, ${isStated("regularMinor")},
      ${texts("link")}, ${isStated("link")},
      ${arrayOf(offers.map(({ inStock }) => inStock))}::boolean[], ${isStated("inStock")},
      ${texts("productId")}, ${isStated("productId")},
      ${textArrayOf(offers.map(({ activatesIn }) => activatesIn?.join(" ") ?? null))}::text[],
      ${isStated("activatesIn")},
      ${timeArrayOf(offers.map(({ endsAt }) => endsAt))}::timestamptz[]
    ) as offer (
      game_id, country, store, currency, price_minor, price_said, regular_minor, regular_said, link, link_said,
      in_stock, stock_said, product_id, product_said, activates_in, activation_said, ends_at
    )
  `;
}
