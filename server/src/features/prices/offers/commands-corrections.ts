import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/connect.ts";
import { type Observed, observedColumns } from "./commands-observed.ts";

/**
 * The observations without the prices that people's corrections stand against: while an override holds, those of its
 * offer wait in it; a price that was voided is passed over until the store names another one.
 */
export async function withoutCorrected(tx: Db, observed: Observed, now: Date): Promise<Observed> {
  if (!(await hasCorrections(tx))) return observed;
  await supersedeVoided(tx, observed, now);
  await noteSourcePrices(tx, observed, now);
  // of a price that does not count nothing counts: neither what it is a discount of nor when it ends
  return sql`
    select game_id, country, store, currency, price_minor, price_said and counts, regular_minor,
      regular_said and counts, link, link_said and (counts or ends_at is null), in_stock, stock_said, product_id,
      product_said, activates_in, activation_said, case when counts then ends_at end
    from (
      select *, not (${isOverridden}) and not (${isPassedOver}) as counts
      from (${observed}) seen (${observedColumns})
    ) seen`;
}

/** There are few of them, and mostly none. */
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
  )`;

const isPassedOver = sql`
  seen.price_said and exists (
    select from voided_records voided where ${sameOffer(sql`voided`)} and voided.standing and ${isSamePrice}
  )`;

/** A giveaway and the price of the same store may come from two sources, of which neither contradicts the other. */
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

async function noteSourcePrices(tx: Db, observed: Observed, now: Date): Promise<void> {
  const isGiveaway = sql`(seen.price_minor = 0 and coalesce(seen.ends_at > ${now}, false))`;
  await tx.execute(sql`
    update price_overrides held
    set source_currency = case when ${isGiveaway} then source_currency else seen.currency end,
      source_minor = case when ${isGiveaway} then source_minor else seen.price_minor end,
      source_regular_minor = case
        when ${isGiveaway} or not seen.regular_said then source_regular_minor else seen.regular_minor end,
      source_free_until = case when ${isGiveaway} then seen.ends_at else source_free_until end
    from (${observed}) seen (${observedColumns})
    where ${sameOffer(sql`held`)} and seen.price_said and not (${isPassedOver})
  `);
}
