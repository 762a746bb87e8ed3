import type { Db } from "../../../platform/db/connect.ts";
import { type SQL, sql } from "../../../platform/db/drizzle.ts";
import { isAlert } from "../../notifications/rules/queries-rules.ts";
import type { MergeSnapshot } from "../table.ts";
import type { MergedPair } from "./commands-pairs.ts";

/**
 * Moves rules about the game, and their events. Of two otherwise equal rules, and of two mailed price alerts of a user,
 * the other game's stays. The present prices trigger none of them.
 */
export async function mergeRules(tx: Db, { id, intoId }: MergedPair): Promise<Pick<MergeSnapshot, "movedEvents">> {
  await tx.execute(sql`
    insert into merged_items (game_id, kind, item_id, user_id, before, after)
    select ${id}, 'rule', rule.id, rule.user_id,
      to_jsonb(rule) || jsonb_build_object(
        'channels', array(select channel_id from rule_channels where rule_id = rule.id)
      ),
      case when twin.id is null then to_jsonb(rule) || jsonb_build_object('game_id', ${intoId}::integer) end
    from notification_rules rule
    left join lateral (
      select id from notification_rules other
      where other.game_id = ${intoId} and other.user_id = rule.user_id
        and (
          (other.kind, other.country, other.scope, other.unless_included)
            = (rule.kind, rule.country, rule.scope, rule.unless_included)
            and other.value is not distinct from rule.value
          or ${isMailedAlert(sql`other`)} and ${isMailedAlert(sql`rule`)}
        )
      limit 1
    ) twin on true
    where rule.game_id = ${id}
  `);
  const { rows: movedEvents } = await tx.execute<{ id: number; ruleId: number | null }>(sql`
    update notification_events set game_id = ${intoId} where game_id = ${id}
    returning id::double precision as id, rule_id as "ruleId"
  `);
  await tx.execute(sql`
    delete from notification_rules using merged_items merged
    where merged.game_id = ${id} and merged.kind = 'rule' and after is null and item_id = notification_rules.id
  `);
  await tx.execute(sql`update notification_rules set game_id = ${intoId} where game_id = ${id}`);
  await resetStates(tx, { id, intoId });
  return { movedEvents };
}

/** Whether a rule is a price alert that is mailed, of which a user has one for each game. */
function isMailedAlert(rule: SQL): SQL {
  return sql`${isAlert(rule)} and exists (
    select from rule_channels join channels on channels.id = channel_id where rule_id = ${rule}.id and is_alert_mail
  )`;
}

/** Moves rules and events back, and restores removed rules. */
export async function unmergeRules(
  tx: Db,
  { id, intoId }: MergedPair,
  { movedEvents = [] }: MergeSnapshot,
): Promise<void> {
  await tx.execute(sql`
    update notification_rules set game_id = ${id}
    from merged_items merged
    where merged.game_id = ${id} and merged.kind = 'rule' and after is not null and item_id = notification_rules.id
      and notification_rules.game_id = ${intoId}
  `);
  const removed = sql`merged_items merged where merged.game_id = ${id} and merged.kind = 'rule' and after is null`;
  await tx.execute(sql`
    insert into notification_rules (
      id, user_id, kind, subject, game_id, list_id, country, value, scope, unless_included, created_at,
      last_fired_at, former_alert_id
    )
    overriding system value
    select rule.id, rule.user_id, rule.kind, rule.subject, rule.game_id, rule.list_id, rule.country, rule.value,
      rule.scope, coalesce(rule.unless_included, false), rule.created_at, rule.last_fired_at, rule.former_alert_id
    from (select before from ${removed}) back
    cross join lateral jsonb_populate_record(null::notification_rules, back.before) rule
  `);
  await tx.execute(sql`
    insert into rule_channels (rule_id, channel_id)
    select item_id, channels.id
    from (select item_id, before -> 'channels' as ids from ${removed}) back
    join channels on back.ids @> to_jsonb(channels.id)
  `);
  await tx.execute(sql`
    update notification_events event set game_id = ${id}, rule_id = notification_rules.id
    from json_to_recordset(${JSON.stringify(movedEvents)}) as moved (id bigint, "ruleId" integer)
    left join notification_rules on notification_rules.id = "ruleId"
    where event.id = moved.id and event.game_id = ${intoId}
  `);
  await resetStates(tx, { id, intoId });
}

/** Resets the states of rules, as they don't apply to the changed prices. */
async function resetStates(tx: Db, { id, intoId }: Pick<MergedPair, "id" | "intoId">): Promise<void> {
  await tx.execute(sql`delete from rule_states where game_id in (${id}, ${intoId})`);
}
