import { maxRegularRise } from "contract/prices/rules.ts";
import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/connect.ts";
import { differenceOf, mergeImages } from "../readings/commands-images.ts";
import type { RecordOptions } from "./commands.ts";
import { type Observed, observedColumns } from "./commands-observed.ts";

/**
 * The observations without prices that people have corrected: during an override, prices of its offer are stored in the
 * override; a voided price is ignored until the store reports another one.
 */
export async function withoutCorrected(
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
