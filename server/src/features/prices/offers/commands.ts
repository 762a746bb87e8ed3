import { highestPriceIn } from "contract/core/currencies.ts";
import { invalid } from "contract/core/errors.ts";
import { usDollar } from "contract/core/money.ts";
import { firstCountry } from "contract/markets/regions.ts";
import { maxRegularRise } from "contract/prices/rules.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import { arrayOf, textArrayOf, timeArrayOf } from "../../../platform/db/arrays.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { type SQL, sql } from "../../../platform/db/drizzle.ts";
import { recordLatePrices } from "../history/commands-history.ts";
import { differenceOf, mergeImages, saveListedPrices } from "../readings/commands-images.ts";
import { evaluateRules } from "../rules/commands-evaluate.ts";
import { saveGamePrices } from "./commands-derive.ts";
import { type Observed, type ObservedOffer, observedColumns, writeObserved } from "./commands-observed.ts";

/**
 * An observed offer. Absent parts stay as they are; a price of `null` = no longer sold, stock of `null` = unknown.
 * Money in minor units of the currency.
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
  /** The end of a giveaway, whose price is 0. Until then, other prices of the offer are held back. */
  endsAt?: Date;
  /** The end of the sale at this price, above 0. */
  saleEndsAt?: Date;
  /** What a key activates on; `null` = not stated. */
  activatesOn?: readonly string[] | null;
}

export interface RecordOptions {
  /** When the offers were seen, which is the time of the changes. */
  now: Date;
  /** Also update `last_seen_at` of unchanged offers, so that polls detect missing ones. Rewrites every row. */
  markSeen?: boolean;
  /** `false`: set by this site, so that people's corrections do not apply to it. */
  isReading?: boolean;
  /** Set by a person, so that a regular price counts however much it rises. */
  byHand?: boolean;
  /** The id of the reading, which can then be undone. */
  reading?: number | undefined;
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
 * The only way to write prices (spec/price-sources 3.5): updates offers, their history and the prices that lists show,
 * and evaluates rules, in one transaction. Of several observations of one offer the last counts;
 * unknown games are skipped. Idempotent. Observations older than the offer only add to its history. Throws `invalid`,
 * without recording anything, if a price is out of bounds.
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
  { now, markSeen = false, isReading = true, byHand = false, reading }: RecordOptions,
): Promise<Omit<RecordedOffers, "observed">> {
  await lockPrices(tx);
  const counted = isReading ? await withoutCorrected(tx, observed, { now, reading }) : observed;
  const written = await writeObserved(tx, counted, { now, markSeen, isReading, byHand, reading });
  const late = written.filter(({ isLate }) => isLate);
  const changed = written.filter(({ isLate }) => !isLate);
  await recordLatePrices(tx, late, { now, reading });
  await deriveVisible(tx, changed, { now, reading });
  return {
    changed: changed.length,
    priceChanges: changed.filter(({ priceChanged }) => priceChanged).length,
    gameIds: [...new Set(changed.map(({ gameId }) => gameId))].sort((a, b) => a - b),
  };
}

/** Serializes writers: prices of lists derive from all offers of a game, and two writers would miss each other's. */
export async function lockPrices(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${priceWriting})`);
}

/** Updates the prices that lists show, and evaluates rules. */
async function deriveVisible(
  tx: Db,
  changed: readonly ObservedOffer[],
  { now, reading }: Pick<RecordOptions, "now" | "reading">,
): Promise<void> {
  const visible = new Map(
    changed.filter(({ isVisible }) => isVisible).map((offer) => [`${offer.gameId} ${offer.country}`, offer]),
  );
  if (visible.size === 0) return;
  const games = sql`
    select * from unnest(
      ${arrayOf([...visible.values()].map(({ gameId }) => gameId))}::integer[],
      ${textArrayOf([...visible.values()].map(({ country }) => country))}::text[]
    )`;
  if (reading !== undefined) await saveListedPrices(tx, reading, games, now);
  // a period begins when the price changes, and when the game is back in stock
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
  await evaluateRules(tx, { games: withFormerOffers(changed), now });
}

/** The games of visible changes, each with the former state of its changed offers; empty for new ones. */
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
  const implausible = observations.filter(
    (offer) => !isPrice(offer.priceMinor, offer) || !isPrice(offer.regularMinor, offer),
  );
  if (implausible.length === 0) return;
  throw invalid(
    implausible.map((offer) => ({
      path: `game ${offer.gameId} at ${offer.store}`,
      msg: `${isPrice(offer.priceMinor, offer) ? offer.regularMinor : offer.priceMinor} is not a price in ${
        currencyOf(offer) === usDollar ? "cents" : `minor units of ${currencyOf(offer)}`
      }`,
    })),
  );
}

/** Passes arrays, which are faster than JSON and give the planner the number of rows. */
function toObserved(offers: readonly OfferObservation[]): Observed {
  const given = (part: keyof OfferObservation) =>
    sql`${arrayOf(offers.map((offer) => offer[part] !== undefined))}::boolean[]`;
  const integers = (part: "gameId" | "priceMinor" | "regularMinor") =>
    sql`${arrayOf(offers.map((offer) => offer[part]))}::integer[]`;
  const texts = (part: "link" | "productId") => sql`${textArrayOf(offers.map((offer) => offer[part]))}::text[]`;
  return sql`
    select game_id, country, store, currency, price_minor, price_said, regular_minor, regular_said, link, link_said,
      in_stock, stock_said, product_id, product_said, string_to_array(activates_in, ' '), activation_said, ends_at,
      sale_ends_at, string_to_array(activates_on, ' '), launchers_said
    from unnest(
      ${integers("gameId")}, ${textArrayOf(offers.map(countryOf))}::text[],
      ${textArrayOf(offers.map(({ store }) => store))}::text[], ${textArrayOf(offers.map(currencyOf))}::text[],
      ${integers("priceMinor")}, ${given("priceMinor")},
      ${integers("regularMinor")}, ${given("regularMinor")},
      ${texts("link")}, ${given("link")},
      ${arrayOf(offers.map(({ inStock }) => inStock))}::boolean[], ${given("inStock")},
      ${texts("productId")}, ${given("productId")},
      ${textArrayOf(offers.map(({ activatesIn }) => activatesIn?.join(" ") ?? null))}::text[], ${given("activatesIn")},
      ${timeArrayOf(offers.map(({ endsAt }) => endsAt))}::timestamptz[],
      ${timeArrayOf(offers.map(({ saleEndsAt }) => saleEndsAt))}::timestamptz[],
      ${textArrayOf(offers.map(({ activatesOn }) => activatesOn?.join(" ") ?? null))}::text[], ${given("activatesOn")}
    ) as offer (
      game_id, country, store, currency, price_minor, price_said, regular_minor, regular_said, link, link_said,
      in_stock, stock_said, product_id, product_said, activates_in, activation_said, ends_at,
      sale_ends_at, activates_on, launchers_said
    )
  `;
}

/**
 * The observations without prices that people have corrected: during an override, prices of its offer are stored in the
 * override; a voided price is ignored until the store reports another one.
 */
async function withoutCorrected(
  tx: Db,
  observed: Observed,
  { now, reading }: Pick<RecordOptions, "now" | "reading">,
): Promise<Observed> {
  if (!(await hasCorrections(tx))) return observed;
  await supersedeVoided(tx, observed, now);
  await saveSourcePrices(tx, observed, { now, reading });
  // an ignored price also hides its regular price and its end
  return sql`
    select game_id, country, store, currency, price_minor, price_said and counts, regular_minor,
      regular_said and counts, link, link_said and (counts or ends_at is null), in_stock, stock_said, product_id,
      product_said, activates_in, activation_said, case when counts then ends_at end,
      case when counts then sale_ends_at end, activates_on, launchers_said
    from (
      select *, not (${isOverridden}) and not (${isIgnored}) as counts
      from (${observed}) seen (${observedColumns})
    ) seen`;
}

/** Skips the work in the usual case without corrections. */
async function hasCorrections(tx: Db): Promise<boolean> {
  const { rows } = await tx.execute<{ has: boolean }>(sql`
    select exists (select from price_overrides) or exists (select from voided_records where standing) as has
  `);
  return rows[0]!.has;
}

const sameOffer = (table: SQL) =>
  sql`${table}.game_id = seen.game_id and ${table}.country = seen.country and ${table}.store = seen.store`;

const isOverridden = sql`exists (select from price_overrides held where ${sameOffer(sql`held`)})`;

const isSamePrice = sql`
  voided.currency = seen.currency
  and voided.price_minor is not distinct from seen.price_minor
  and voided.ends_at is not distinct from seen.ends_at
  and (
    not seen.regular_said
    or voided.regular_minor is not distinct from
      case when seen.regular_minor >= seen.price_minor then seen.regular_minor end
    -- one that did not count when the price was recorded
    or coalesce(
      seen.price_minor < seen.regular_minor
        and seen.regular_minor > ${maxRegularRise}::double precision * least(voided.regular_minor, (
          select coalesce(trusted_regular_minor, regular_minor) from offers old where ${sameOffer(sql`old`)}
        )),
      false
    )
  )`;

const isIgnored = sql`
  seen.price_said and exists (
    select from voided_records voided where ${sameOffer(sql`voided`)} and voided.standing and ${isSamePrice}
  )`;

/** A giveaway and a price of the same store may come from two sources, and do not supersede each other. */
async function supersedeVoided(tx: Db, observed: Observed, now: Date): Promise<void> {
  await tx.execute(sql`
    update voided_records voided
    set standing = false, superseded_at = ${now}
    from (${observed}) seen (${observedColumns})
    where ${sameOffer(sql`voided`)} and voided.standing and seen.price_said
      and voided.recorded_at <= ${now}
      and (voided.ends_at is null) = (seen.ends_at is null)
      and not (${isSamePrice})
  `);
}

async function saveSourcePrices(
  tx: Db,
  observed: Observed,
  { now, reading }: Pick<RecordOptions, "now" | "reading">,
): Promise<void> {
  const isGiveaway = sql`(seen.price_minor = 0 and coalesce(seen.ends_at > ${now}, false))`;
  const update = sql`
    update price_overrides held
    set source_currency = case when ${isGiveaway} then source_currency else seen.currency end,
      source_minor = case when ${isGiveaway} then source_minor else seen.price_minor end,
      source_regular_minor = case
        when ${isGiveaway} or not seen.regular_said then source_regular_minor else seen.regular_minor end,
      source_free_until = case when ${isGiveaway} then seen.ends_at else source_free_until end
    from (${observed}) seen (${observedColumns})
    where ${sameOffer(sql`held`)} and seen.price_said and not (${isIgnored})
    returning held.*`;
  if (reading === undefined) return void (await tx.execute(update));
  await tx.execute(sql`
    with changed as (${update})
    insert into reading_images (reading_id, game_id, country, what, store, at, last_at, before, after)
    select ${reading}::integer, changed.game_id, changed.country, 'override', changed.store, ${now}, ${now},
      difference.*
    from changed
    join price_overrides former using (game_id, country, store)
    cross join lateral (${differenceOf(sql`former`, sql`changed`)}) difference
    where difference.before <> '{}'
    ${mergeImages}
  `);
}
