import type { Db } from "../../platform/db/connect.ts";
import { type SQL, sql } from "../../platform/db/drizzle.ts";
import { type Firing, fireRules } from "../prices/rules/commands-evaluate.ts";
import { dayOf, isCurrent, medianStays } from "./queries.ts";

/** A beginning or an end is news for this long; older ones, as in an import of the past, are silent. */
const newsDays = 31;
/** Rules speak of a probable end this long before. */
const likelyDays = 60;

interface NoticeOptions {
  now: Date;
  /** Memberships of this plan are its first: they were there before, so nothing fires. */
  silentPlan?: string;
}

/**
 * Derives which plans have each game today, and fires the rules for memberships that have begun, that have an announced
 * end, and that probably end soon; each once. Must run in the transaction that changed memberships, and daily, since
 * days pass. `gameIds`: whose memberships changed; left out = those that begin or end by now.
 */
export async function settleMemberships(
  tx: Db,
  { gameIds, ...options }: NoticeOptions & { gameIds?: readonly number[] },
): Promise<void> {
  const ended = await endAnnounced(tx, options.now);
  await deriveGamePlans(tx, options.now, gameIds && [...gameIds, ...ended]);
  const firing = [
    ...(await findJoins(tx, options)),
    ...(await findEnds(tx, options)),
    ...(await findLikely(tx, options)),
  ];
  await fireRules(tx, firing, options.now);
}

/**
 * Ends memberships on the day that was announced, and returns their games. A list that still has the game opens its
 * membership again (`findPeriod`).
 */
async function endAnnounced(tx: Db, now: Date): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    update subscription_memberships set until = leaving_on, updated_at = ${now}::timestamptz
    where until is null and leaving_on <= ${dayOf(now)}::date
    returning game_id as id`);
  return rows.map(({ id }) => id);
}

/** Writes `games.plans`, by which lists are filtered. */
export async function deriveGamePlans(tx: Db, now: Date, gameIds?: readonly number[]): Promise<void> {
  const some = gameIds
    ? sql`id = any(${sql.param([...gameIds])}::integer[])`
    : sql`(plans is not null or exists (select from subscription_memberships where game_id = games.id))`;
  await tx.execute(sql`
    update games set plans = derived.plans
    from games as target
    cross join lateral (
      select string_agg(distinct name, ' ' order by name) as plans from (
        select included.plan || coalesce('@' || sold.country, '') as name
        from plans_of_game(target.id, ${dayOf(now)}::date) included
        cross join lateral unnest(case when included.country is not null then array[included.country]
          when included.countries is not null then included.countries else array[null::text] end) sold (country)
      ) named
    ) derived
    where games.id = target.id and games.plans is distinct from derived.plans
      and target.id in (select id from games where ${some})
  `);
}

/** Rules about the games of memberships `due`, whose owner pays for a plan that has them there. */
function subscribers(due: SQL, kind: "joins" | "leaves"): SQL {
  return sql`
    ${due} due
    cross join lateral rules_about(due.game_id) about
    join notification_rules rule on rule.id = about.rule_id and rule.kind = ${kind}
    join users on users.id = rule.user_id
    join markets on markets.country = rule.country
    join plan_coverage coverage on coverage.covers = due.plan and coverage.plan = any(users.plans)
    join subscription_plans plans on plans.key = coverage.plan
      and (plans.countries is null or rule.country = any(plans.countries))
    left join notification_settings settings on settings.user_id = rule.user_id
    where (due.country is null or due.country = rule.country) and settings.stopped_at is null
      and exists (select from games where games.id = due.game_id and not hidden)
      and not exists (
        select from library_games owned
        where owned.user_id = rule.user_id and owned.game_id = due.game_id and owned.state in ('owned', 'ignored')
      )`;
}

/** The user's other memberships of the game, because of which a beginning or an end is no news. */
const others = (day: SQL, condition: SQL) => sql`exists (
  select from plans_of_game(due.game_id, ${day}) included
  join subscription_memberships other on other.id = included.membership_id and other.id <> all(due.ids)
  where included.plan = any(users.plans) and (included.country is null or included.country = rule.country)
    and (included.countries is null or rule.country = any(included.countries)) and ${condition}
)`;

/** One event for each rule and game, in the plan that comes first by name. */
const firingColumns = sql`distinct on (rule.id, due.game_id) rule.id, rule.user_id, rule.kind, rule.value, rule.scope,
  rule.subject, rule.list_id, due.game_id, rule.country, markets.currency, plans.name as plan_name`;

/**
 * Marks memberships in `column` where `when` holds, so that each is found once, and returns them if any `isNews`. The
 * rules are looked for in a second statement, which is rarely needed and takes long to plan.
 */
async function markFound(
  tx: Db,
  now: Date,
  column: SQL,
  { when, isNews }: { when: SQL; isNews: SQL },
): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number; news: boolean | null }>(sql`
    update subscription_memberships set ${column} = ${now}::timestamptz where ${column} is null and ${when}
    returning id, ${isNews} as news`);
  return rows.some(({ news }) => news) ? rows.map(({ id }) => id) : [];
}

/** The query `due`: of the memberships that were found those that are news, each with all that were found of its game. */
function dueOf(found: readonly number[], isNews: SQL): SQL {
  return sql`
    found as materialized (
      select * from subscription_memberships where id = any(${sql.param([...found])}::integer[])
    ),
    due as materialized (
      select *, array(select id from found same where same.game_id = found.game_id) as ids,
        coalesce(until, leaving_on) as ends_on
      from found where ${isNews}
    )`;
}

async function findJoins(tx: Db, { now, silentPlan }: NoticeOptions): Promise<Firing[]> {
  const day = sql`${dayOf(now)}::date`;
  const isNews = sql`
    plan is distinct from ${silentPlan ?? null} and since > ${day} - ${newsDays}::integer and ${isCurrent(day)}`;
  const when = sql`(since is null or since <= ${day})`;
  const found = await markFound(tx, now, sql`joined_notice_at`, { when, isNews });
  if (found.length === 0) return [];
  const { rows } = await tx.execute<Firing>(sql`
    with ${dueOf(found, isNews)}
    select ${firingColumns}
    from ${subscribers(sql`due`, "joins")} and not ${others(day, sql`true`)}
    order by rule.id, due.game_id, plans.name
  `);
  return rows;
}

async function findEnds(tx: Db, { now, silentPlan }: NoticeOptions): Promise<Firing[]> {
  const day = sql`${dayOf(now)}::date`;
  const isNews = sql`
    plan is distinct from ${silentPlan ?? null} and coalesce(until, leaving_on) > ${day} - ${newsDays}::integer`;
  const when = sql`coalesce(leaving_on, until) is not null and (since is null or since <= ${day})`;
  const found = await markFound(tx, now, sql`leaves_notice_at`, { when, isNews });
  if (found.length === 0) return [];
  const { rows } = await tx.execute<Firing>(sql`
    with ${dueOf(found, isNews)}
    select ${firingColumns}, due.ends_on::text as happens_on
    from ${subscribers(sql`due`, "leaves")}
      and not ${others(day, sql`coalesce(other.until, other.leaving_on, 'infinity') > due.ends_on`)}
    order by rule.id, due.game_id, plans.name
  `);
  return rows;
}

async function findLikely(tx: Db, { now, silentPlan }: NoticeOptions): Promise<Firing[]> {
  const day = sql`${dayOf(now)}::date`;
  const isNews = sql`plan is distinct from ${silentPlan ?? null}`;
  const when = sql`
    until is null and leaving_on is null and exists (
      select from (${medianStays}) stays
      where stays.plan = subscription_memberships.plan
        and since + stays.median_days between ${day} and ${day} + ${likelyDays}::integer
    )`;
  const found = await markFound(tx, now, sql`likely_notice_at`, { when, isNews });
  if (found.length === 0) return [];
  const { rows } = await tx.execute<Firing>(sql`
    with stays as (${medianStays}), ${dueOf(found, isNews)}
    select ${firingColumns}, (select median_days from stays where stays.plan = due.plan)
    from ${subscribers(sql`due`, "leaves")} and not ${others(day, sql`other.likely_notice_at is null`)}
    order by rule.id, due.game_id, plans.name
  `);
  return rows;
}
