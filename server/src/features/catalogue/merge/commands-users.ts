import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/connect.ts";
import { deliverableMinor } from "../../alerts/queries.ts";
import type { MergedPair } from "./commands-pairs.ts";

/**
 * Blocks all changes to wishlists, lists, alerts and rules, as positions and uniqueness depend on all items of an
 * owner.
 */
export async function lockItems(tx: Db): Promise<void> {
  await tx.execute(sql`
    lock table wishlist_items, list_items, gift_marks, price_alerts, notification_rules in share row exclusive mode
  `);
}

/**
 * Moves alerts. For a user with both games, the other game's alert stays. The present price becomes their baseline, so
 * that they don't fire. Must run after the prices were merged.
 */
export async function mergeAlerts(tx: Db, { id, intoId }: MergedPair): Promise<void> {
  await tx.execute(sql`
    insert into merged_items (game_id, kind, item_id, user_id, before)
    select ${id}, 'price_alert', id, user_id, to_jsonb(price_alerts) from price_alerts
    where game_id in (${id}, ${intoId})
  `);
  // pending mails are still sent
  await tx.execute(sql`
    update fired_alerts set alert_id = other.id
    from price_alerts alert join price_alerts other on other.user_id = alert.user_id and other.game_id = ${intoId}
    where alert.game_id = ${id} and alert_id = alert.id
  `);
  await tx.execute(sql`
    delete from price_alerts using price_alerts other
    where price_alerts.game_id = ${id} and other.user_id = price_alerts.user_id and other.game_id = ${intoId}
  `);
  await tx.execute(sql`update price_alerts set game_id = ${intoId} where game_id = ${id}`);
  await acceptPrices(tx, sql`game_id = ${intoId}`);
  await tx.execute(sql`
    update merged_items merged set after = to_jsonb(price_alerts) from price_alerts
    where merged.game_id = ${id} and kind = 'price_alert' and item_id = price_alerts.id
  `);
}

/** Restores alerts. Unchanged ones are exactly as before; others get the price of their game as baseline. */
export async function unmergeAlerts(tx: Db, { id, intoId }: MergedPair): Promise<void> {
  const isMerged = sql`merged.game_id = ${id} and kind = 'price_alert'`;
  await tx.execute(sql`
    insert into price_alerts (id, user_id, game_id, country, target_minor, armed, last_minor, created_at, last_fired_at)
    overriding system value
    select alert.id, alert.user_id, alert.game_id, alert.country, alert.target_minor, alert.armed, alert.last_minor,
      alert.created_at, alert.last_fired_at
    from (select before from merged_items merged where ${isMerged} and after is null) back
    cross join lateral jsonb_populate_record(null::price_alerts, back.before) alert
  `);
  const { rows: changed } = await tx.execute<{ id: number }>(sql`
    update price_alerts set game_id = before.game_id,
      armed = case when is_same then before.armed else price_alerts.armed end,
      last_minor = case when is_same then before.last_minor else price_alerts.last_minor end
    from merged_items merged
    cross join lateral jsonb_populate_record(null::price_alerts, merged.before) before
    cross join lateral (
      select to_jsonb(alert) = merged.after as is_same from price_alerts alert where alert.id = item_id
    ) now
    where ${isMerged} and after is not null and item_id = price_alerts.id and price_alerts.game_id = ${intoId}
    returning case when not is_same then price_alerts.id end as id
  `);
  const ids = changed.flatMap((alert) => alert.id ?? []);
  await acceptPrices(tx, sql`id = any(${sql.param(ids)}::integer[])`);
}

/** Makes the best deliverable price the baseline of alerts, as for new ones. */
async function acceptPrices(tx: Db, which: SQL): Promise<void> {
  await tx.execute(sql`
    update price_alerts set last_minor = minor, armed = target_minor is null or minor > target_minor
    from (
      select alert.id as alert_id, (
        ${deliverableMinor(tx, sql`alert.game_id`, sql`alert.country`, sql`alert.user_id`)}
      ) as minor
      from price_alerts alert where ${which}
    ) price
    where alert_id = price_alerts.id and minor is not null and minor is distinct from last_minor
  `);
}
