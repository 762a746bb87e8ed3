import type { RuleKind, RuleScope, RuleSubject } from "contract/notifications/rules.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { and, asc, eq, type SQL, sql } from "../../../platform/db/drizzle.ts";
import { gameLists } from "../../lists/table.ts";
import { looksAtOffer } from "../../my-stores/queries.ts";

/** Money in minor units of the currency. */
export interface RuleRow {
  id: number;
  kind: RuleKind;
  subject: RuleSubject;
  gameId: number | null;
  /** Of the game. */
  title: string | null;
  /** By language, as `games.localizedTitles`. */
  localizedTitles: string | null;
  listId: number | null;
  listName: string | null;
  /** Of a saved search. */
  search: string | null;
  searchName: string | null;
  country: string;
  currency: string;
  value: number | null;
  scope: RuleScope;
  unlessIncluded: boolean;
  channels: number[];
  createdAt: Date;
  lastFiredAt: Date | null;
  currentMinor: number | null;
  lastFired: {
    at: string;
    gameId: number;
    /** Of the bundle, otherwise of the game. */
    title: string;
    /** Of the game, if `title` is its title. */
    localizedTitles: string | null;
    store: string | null;
    minor: number | null;
    oldMinor: number | null;
    plan: string | null;
  } | null;
}

/** Whether a rule is a price alert. */
export const isAlert = (rule: SQL): SQL => sql`(${rule}.subject = 'game' and ${rule}.kind in ('target', 'drop'))`;

/**
 * A user's price alerts, the newest first; of one game the one that is mailed first. Those about hidden games are left
 * out.
 */
export function listAlerts(db: Db, userId: number, gameId?: number): Promise<RuleRow[]> {
  const own = sql`rule.user_id = ${userId} and ${isAlert(sql`rule`)}`;
  if (gameId === undefined) return readRules(db, own);
  const isMailed = sql`exists (
    select from rule_channels join channels on channels.id = channel_id where rule_id = rule.id and is_alert_mail
  )`;
  return readRules(db, sql`${own} and rule.game_id = ${gameId}`, sql`${isMailed} desc,`);
}

/** A user's rules, the newest first. Those about hidden games are left out. */
export function listRules(db: Db, userId: number): Promise<RuleRow[]> {
  return readRules(db, sql`rule.user_id = ${userId}`);
}

/** The lists that rules of a user can be about, by name. */
export function listOwnLists(db: Db, userId: number): Promise<{ id: number; name: string }[]> {
  return db
    .select({ id: gameLists.id, name: gameLists.name })
    .from(gameLists)
    .where(and(eq(gameLists.userId, userId), eq(gameLists.kind, "list")))
    .orderBy(asc(gameLists.name), asc(gameLists.id));
}

/** One of the user's rules; `null` when there is none. */
export async function findRule(db: Db, userId: number, id: number): Promise<RuleRow | null> {
  const [row] = await readRules(db, sql`rule.user_id = ${userId} and rule.id = ${id}`);
  return row ?? null;
}

async function readRules(db: Db, which: SQL, first = sql``): Promise<RuleRow[]> {
  const { rows } = await db.execute<
    Omit<RuleRow, "createdAt" | "lastFiredAt"> & { createdAt: string; lastFiredAt: string | null }
  >(sql`
    select rule.id, rule.kind, rule.subject, rule.game_id as "gameId", games.title,
      games.localized_titles as "localizedTitles", rule.list_id as "listId",
      game_lists.name as "listName", rule.search,
      rule.search_name as "searchName", rule.country, markets.currency, rule.value, rule.scope,
      rule.unless_included as "unlessIncluded",
      to_json(rule.created_at) #>> '{}' as "createdAt", to_json(rule.last_fired_at) #>> '{}' as "lastFiredAt",
      array(select channel_id from rule_channels where rule_id = rule.id order by channel_id) as channels,
      case when rule.game_id is not null then (${deliverableInScope()}) end as "currentMinor",
      fired.event as "lastFired"
    from notification_rules rule
    join markets on markets.country = rule.country
    left join games on games.id = rule.game_id
    left join game_lists on game_lists.id = rule.list_id
    left join lateral (
      select json_build_object(
        'at', event.at, 'gameId', event.game_id, 'title', coalesce(bundle_title, fired_game.title),
        'localizedTitles', case when bundle_title is null then fired_game.localized_titles end,
        'store', stores.name, 'minor', new_minor, 'oldMinor', old_minor, 'plan', plan_name
      ) as event
      from notification_events event
      join games fired_game on fired_game.id = event.game_id and not fired_game.hidden
      left join stores on stores.key = event.store
      where event.rule_id = rule.id
      order by event.id desc limit 1
    ) fired on true
    where ${which} and games.hidden is not true
    order by ${first} rule.id desc
  `);
  return rows.map((row) => ({
    ...row,
    createdAt: new Date(row.createdAt),
    lastFiredAt: row.lastFiredAt === null ? null : new Date(row.lastFiredAt),
  }));
}

/** The best deliverable price of the rule's game at the stores in its scope. */
function deliverableInScope(): SQL {
  return sql`
    select min(price_minor) from deliverable_offers offers
    join stores on stores.key = offers.store
    where offers.game_id = rule.game_id and offers.country = coalesce(markets.shares_prices_with, markets.country)
      and (rule.scope <> 'official' or stores.kind = 'official')
      and (rule.scope <> 'mine' or ${looksAtOffer(sql`rule.user_id`)})`;
}
