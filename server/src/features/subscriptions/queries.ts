import { AppError } from "contract/core/errors.ts";
import { toAmount } from "contract/core/money.ts";
import { likelyUntil, minEndedStays } from "contract/subscriptions/rules.ts";
import type {
  AdminPlan,
  AdminService,
  GameSubscription,
  Membership,
  Plan,
  PlanPrice,
  SubscriptionReading,
} from "contract/subscriptions/schema.ts";
import type { Db } from "../../platform/db/connect.ts";
import { eq, type SQL, sql } from "../../platform/db/drizzle.ts";
import { containsFolded } from "../../platform/db/search.ts";
import { subscriptionServices } from "./table.ts";

/** A day in UTC, YYYY-MM-DD: memberships begin and end with days. */
export function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10);
}

export async function listServices(db: Db): Promise<AdminService[]> {
  const rows = await db.select().from(subscriptionServices).orderBy(subscriptionServices.name);
  return rows.map(({ key, name, version }) => ({ key, name, version }));
}

/** Throws `not_found`. */
export async function requireService(db: Db, key: string): Promise<AdminService> {
  const [row] = await db.select().from(subscriptionServices).where(eq(subscriptionServices.key, key));
  if (!row) throw new AppError("not_found", `There is no service ${key}`);
  return { key, name: row.name, version: row.version };
}

/** How long games stayed in each plan, in days; plans that too few games have left are missing. */
export const medianStays = sql`
  select plan, round(percentile_cont(0.5) within group (order by until - since))::integer as median_days
  from subscription_memberships
  where since is not null and until > since
  group by plan having count(*) >= ${minEndedStays}`;

/** Whether a row of `subscription_memberships` counts on a day. */
export const isCurrent = (day: SQL) => sql`(since is null or since <= ${day}) and (until is null or until > ${day})`;

const currentPrices = (day: SQL) => sql`
  select distinct on (plan, country) * from plan_prices where since <= ${day} order by plan, country, since desc`;

type PriceRow = { id: number; country: string; currency: string; minor: number; since: string };

/** All plans as administrators see them, by service and name. */
export async function listAdminPlans(db: Db, now: Date, key?: string): Promise<AdminPlan[]> {
  const day = sql`${dayOf(now)}::date`;
  const { rows } = await db.execute<Omit<AdminPlan, "prices"> & { prices: PriceRow[] }>(sql`
    select key, name, service, countries, includes, version, median_days,
      (select count(*)::integer from subscription_memberships
        where plan = plans.key and ${isCurrent(day)}) as members,
      coalesce((select json_agg(json_build_object('id', id, 'country', country, 'currency', currency,
          'minor', price_minor, 'since', since::text) order by country)
        from (${currentPrices(day)}) price where price.plan = plans.key), '[]') as prices
    from subscription_plans plans left join (${medianStays}) stays on stays.plan = plans.key
    where ${key ?? null}::text is null or key = ${key ?? null}
    order by service, name, key
  `);
  return rows.map((row) => ({ ...row, prices: row.prices.map(toPlanPrice) }));
}

function toPlanPrice({ minor, ...price }: PriceRow): PlanPrice {
  return { ...price, price: toAmount(minor, price.currency)! };
}

/** Throws `not_found`. */
export async function requirePlan(db: Db, key: string, now: Date): Promise<AdminPlan> {
  const [plan] = await listAdminPlans(db, now, key);
  if (!plan) throw new AppError("not_found", `There is no plan ${key}`);
  return plan;
}

/** The prices of a plan, newest first. */
export async function listPlanPrices(db: Db, plan: string, { limit, page }: { limit: number; page: number }) {
  const { rows } = await db.execute<PriceRow>(sql`
    select id, country, currency, price_minor::float8 as minor, since::text as since from plan_prices
    where plan = ${plan} order by since desc, country limit ${limit} offset ${(page - 1) * limit}
  `);
  const counted = await db.execute<{ total: number }>(sql`
    select count(*)::integer as total from plan_prices where plan = ${plan}
  `);
  return { prices: rows.map(toPlanPrice), total: counted.rows[0]!.total };
}

/** The plans that are sold in a country and have a game there, with their price there. */
export async function listPlans(db: Db, country: string, now: Date): Promise<Plan[]> {
  const day = sql`${dayOf(now)}::date`;
  const { rows } = await db.execute<Omit<Plan, "price"> & { minor: number | null }>(sql`
    select plans.key, plans.name, service.name as service, includes, price.price_minor::float8 as minor,
      price.currency, games.games
    from subscription_plans plans
    join subscription_services service on service.key = plans.service
    left join (${currentPrices(day)}) price on price.plan = plans.key and price.country = ${country}
    cross join lateral (
      select count(distinct game_id)::integer as games
      from plan_coverage coverage join subscription_memberships membership on membership.plan = coverage.covers
      where coverage.plan = plans.key and ${isCurrent(day)}
        and (membership.country is null or membership.country = ${country})
        and exists (select from games where games.id = game_id and not hidden)
    ) games
    where (countries is null or ${country} = any(countries)) and games.games > 0
    order by service.name, plans.name, plans.key
  `);
  return rows.map(({ minor, ...plan }) => ({ ...plan, price: toAmount(minor, plan.currency ?? undefined) }));
}

/** The plans that have the game in a country, by name; each once, with the membership that lasts longest. */
export async function listGameSubscriptions(
  db: Db,
  gameId: number,
  country: string,
  now: Date,
): Promise<GameSubscription[]> {
  const today = dayOf(now);
  type Row = Omit<GameSubscription, "likely_until"> & { since: string | null; median_days: number | null };
  const { rows } = await db.execute<Row>(sql`
    select distinct on (plans.name, plans.key) plans.key as plan, plans.name, membership.since::text as since,
      membership.until::text as until, membership.leaving_on::text as leaving_on, median_days
    from plans_of_game(${gameId}, ${today}::date) included
    join subscription_plans plans on plans.key = included.plan
    join subscription_memberships membership on membership.id = included.membership_id
    left join lateral (
      select median_days from (${medianStays}) stays where stays.plan = membership.plan
    ) stay on membership.until is null and membership.leaving_on is null
    where ${isSoldIn(sql`${country}`)}
    order by plans.name, plans.key, coalesce(membership.until, membership.leaving_on) desc nulls first,
      membership.since desc nulls last
  `);
  return rows.map(({ since, median_days, ...row }) => ({
    ...row,
    likely_until: likelyUntil({ ...row, since }, median_days, today),
  }));
}

/** Whether a row `included` of `plans_of_game` counts in a country. */
const isSoldIn = (country: SQL) => sql`(included.country is null or included.country = ${country})
  and (included.countries is null or ${country} = any(included.countries))`;

/** Of these games, those that the plans have in a country, each once, as lists are filtered. */
export async function listIncludedGames(
  db: Db,
  { plans, gameIds, country }: { plans: readonly string[]; gameIds: readonly number[]; country: string },
): Promise<{ id: number; plan: string; name: string }[]> {
  const { rows } = await db.execute<{ id: number; plan: string; name: string }>(sql`
    select distinct on (games.id) games.id, plans.key as plan, plans.name
    from games
    join subscription_plans plans on plans.key = any(${sql.param([...plans])}::text[])
      and string_to_array(games.plans, ' ') && array[plans.key, plans.key || '@' || ${country}]
    where games.id = any(${sql.param([...gameIds])}::integer[]) and games.plans is not null and not hidden
    order by games.id, plans.name, plans.key
  `);
  return rows;
}

export interface MembershipFilter {
  search?: string;
  plan?: string | undefined;
  state?: Membership["state"] | undefined;
  limit: number;
  page: number;
}

/** Memberships, the latest first. */
export async function listMemberships(
  db: Db,
  { search = "", plan, state, limit, page }: MembershipFilter,
  now: Date,
): Promise<{ memberships: Membership[]; total: number }> {
  const found = sql`
    from (${membershipRows(now)}) membership
    where (${plan ?? null}::text is null or plan = ${plan ?? null})
      and (${state ?? null}::text is null or state = ${state ?? null})
      and ${containsFolded(search, sql`title`) ?? sql`true`}`;
  const { rows } = await db.execute<Membership>(sql`
    select membership.* ${found}
    order by since desc nulls last, id desc limit ${limit} offset ${(page - 1) * limit}
  `);
  const counted = await db.execute<{ total: number }>(sql`select count(*)::integer as total ${found}`);
  return { memberships: rows.map(toMembership), total: counted.rows[0]!.total };
}

/** Throws `not_found`. */
export async function requireMembership(db: Db, id: number, now: Date): Promise<Membership> {
  const { rows } = await db.execute<Membership>(sql`
    select * from (${membershipRows(now)}) membership where id = ${id}
  `);
  if (!rows[0]) throw new AppError("not_found", `There is no membership ${id}`);
  return toMembership(rows[0]);
}

function membershipRows(now: Date): SQL {
  const day = sql`${dayOf(now)}::date`;
  return sql`
    select membership.id, plan, game_id, title, country, since::text as since, until::text as until,
      leaving_on::text as leaving_on, source, last_seen_at, membership.version,
      case when until <= ${day} then 'ended' when since > ${day} then 'upcoming' else 'current' end as state
    from subscription_memberships membership join games on games.id = game_id`;
}

const toMembership = (row: Membership): Membership => ({
  ...row,
  last_seen_at: new Date(row.last_seen_at).toISOString(),
});

/** The latest readings. */
export async function listReadings(db: Db, limit = 30): Promise<SubscriptionReading[]> {
  return readReadings(db, sql`order by id desc limit ${limit}`);
}

/** Throws `not_found`. */
export async function requireReading(db: Db, id: number): Promise<SubscriptionReading> {
  const [reading] = await readReadings(db, sql`where id = ${id}`);
  if (!reading) throw new AppError("not_found", `There is no reading ${id}`);
  return reading;
}

async function readReadings(db: Db, rest: SQL): Promise<SubscriptionReading[]> {
  const { rows } = await db.execute<SubscriptionReading>(sql`
    select id, plan, source, state, at, seen, joined, "left", waiting, refused, problem
    from subscription_readings ${rest}
  `);
  return rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() }));
}
