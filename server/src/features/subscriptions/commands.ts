import { AppError, invalid } from "contract/core/errors.ts";
import { periodProblems } from "contract/subscriptions/rules.ts";
import type {
  AdminPlan,
  AdminService,
  Membership,
  MembershipFields,
  PlanFields,
  SubscriptionReading,
} from "contract/subscriptions/schema.ts";
import type { Db } from "../../platform/db/connect.ts";
import { eq, sql } from "../../platform/db/drizzle.ts";
import { changedFields, changedMeanwhile, type FieldsEdit, isStale, pickFields } from "../../platform/db/versions.ts";
import { type Actor, recordChange } from "../audit/commands.ts";
import { settleMemberships } from "./commands-notices.ts";
import { requireMembership, requirePlan, requireReading, requireService } from "./queries.ts";
import {
  subscriptionMemberships as memberships,
  planCoverage,
  subscriptionPlans as plans,
  subscriptionReadings as readings,
  subscriptionServices as services,
} from "./table.ts";

/** A plan, or a game in it, in the audit log. */
export const resource = (key: string) => ({ resourceType: "subscription", resourceKey: key }) as const;

/** A service, which may have the key of a plan. */
export const serviceResource = (key: string) => ({ resourceType: "subscription_service", resourceKey: key }) as const;

/** Serializes changes of services and plans: which plans include each other depends on all of them. */
async function lockPlans(tx: Db): Promise<void> {
  await tx.execute(sql`lock table subscription_services, subscription_plans in share row exclusive mode`);
}

const taken = (msg: string) => new AppError("conflict", msg, { details: [{ path: "key", msg }] });

/** Throws `conflict` when the key is taken. */
export function createService(
  db: Db,
  editor: Actor,
  { key, name }: { key: string; name: string },
  now: Date,
): Promise<AdminService> {
  return db.transaction(async (tx) => {
    await lockPlans(tx);
    const { rowCount } = await tx.insert(services).values({ key, name, updatedAt: now }).onConflictDoNothing();
    if (!rowCount) throw taken(`There is a service ${key} already`);
    await recordChange(tx, editor, {
      action: "CREATE",
      ...serviceResource(key),
      description: `Added the subscription service ${name}`,
      newValue: { name },
    });
    return requireService(tx, key);
  });
}

/** Throws `not_found`, and `stale` when it is no longer at `baseVersion`. */
export function changeService(
  db: Db,
  editor: Actor,
  key: string,
  { name, baseVersion }: { name?: string | undefined; baseVersion?: number | undefined },
  now: Date,
): Promise<AdminService> {
  return db.transaction(async (tx) => {
    await lockPlans(tx);
    const before = await requireService(tx, key);
    if (isStale(before, baseVersion)) throw changedMeanwhile("this service", before);
    if (name === undefined || name === before.name) return before;
    await tx
      .update(services)
      .set({ name, version: before.version + 1, updatedAt: now })
      .where(eq(services.key, key));
    await recordChange(tx, editor, {
      action: "UPDATE",
      ...serviceResource(key),
      description: `Renamed the subscription service ${before.name} to ${name}`,
      oldValue: { name: before.name },
      newValue: { name },
    });
    return requireService(tx, key);
  });
}

/** Throws `not_found`, and `conflict` for one with plans. */
export function deleteService(db: Db, editor: Actor, key: string): Promise<void> {
  return db.transaction(async (tx) => {
    await lockPlans(tx);
    const { name } = await requireService(tx, key);
    const [plan] = await tx.select({ name: plans.name }).from(plans).where(eq(plans.service, key)).limit(1);
    if (plan) throw new AppError("conflict", `${name} has the plan ${plan.name}: delete its plans first`);
    await tx.delete(services).where(eq(services.key, key));
    await recordChange(tx, editor, {
      action: "DELETE",
      ...serviceResource(key),
      description: `Deleted the subscription service ${name}`,
      oldValue: { name },
    });
  });
}

export type NewPlan = FieldsEdit<PlanFields> & Pick<PlanFields, "name" | "service"> & { key: string };

/** Throws `conflict` when the key is taken, and `invalid` for an unknown service or included plan. */
export function createPlan(db: Db, editor: Actor, { key, ...fields }: NewPlan, now: Date): Promise<AdminPlan> {
  return db.transaction(async (tx) => {
    await lockPlans(tx);
    const full = { countries: null, includes: [], ...fields };
    await checkPlan(tx, key, full);
    const { rowCount } = await tx
      .insert(plans)
      .values({ key, ...full, updatedAt: now })
      .onConflictDoNothing();
    if (!rowCount) throw taken(`There is a plan ${key} already`);
    await deriveCoverage(tx);
    await settleMemberships(tx, { now });
    await recordChange(tx, editor, {
      action: "CREATE",
      ...resource(key),
      description: `Added the plan ${full.name}`,
      newValue: full,
    });
    return requirePlan(tx, key, now);
  });
}

/** An edit that changes nothing is not recorded. Throws `not_found`, `stale`, and `invalid` as `createPlan`. */
export function changePlan(
  db: Db,
  editor: Actor,
  key: string,
  { fields, baseVersion }: { fields: FieldsEdit<PlanFields>; baseVersion?: number | undefined },
  now: Date,
): Promise<AdminPlan> {
  return db.transaction(async (tx) => {
    await lockPlans(tx);
    const before = await requirePlan(tx, key, now);
    if (isStale(before, baseVersion)) throw changedMeanwhile("this plan", before);
    const changed = changedFields(before, fields);
    if (Object.keys(changed).length === 0) return before;
    await checkPlan(tx, key, { ...before, ...changed });
    await tx
      .update(plans)
      .set({ ...changed, version: before.version + 1, updatedAt: now })
      .where(eq(plans.key, key));
    await deriveCoverage(tx);
    await settleMemberships(tx, { now });
    const after = await requirePlan(tx, key, now);
    await recordChange(tx, editor, {
      action: "UPDATE",
      ...resource(key),
      description: `Changed the plan ${after.name}`,
      oldValue: pickFields(before, changed),
      newValue: changed,
    });
    return after;
  });
}

/** Deletes a plan with its prices and memberships. Throws `not_found`, and `conflict` while another one includes it. */
export function deletePlan(db: Db, editor: Actor, key: string, now: Date): Promise<void> {
  return db.transaction(async (tx) => {
    await lockPlans(tx);
    const [plan] = await tx.select().from(plans).where(eq(plans.key, key));
    if (!plan) throw new AppError("not_found", `There is no plan ${key}`);
    const [other] = await tx.select({ name: plans.name }).from(plans).where(sql`${key} = any(includes)`).limit(1);
    if (other) throw new AppError("conflict", `${other.name} includes it: change that first`);
    await tx.delete(plans).where(eq(plans.key, key));
    await tx.execute(sql`update users set plans = array_remove(plans, ${key}) where ${key} = any(plans)`);
    await settleMemberships(tx, { now });
    const { name, service, countries, includes } = plan;
    await recordChange(tx, editor, {
      action: "DELETE",
      ...resource(key),
      description: `Deleted the plan ${name}`,
      oldValue: { name, service, countries, includes },
    });
  });
}

async function checkPlan(tx: Db, key: string, { service, includes }: PlanFields): Promise<void> {
  const all = await tx.select({ key: plans.key, includes: plans.includes }).from(plans);
  const found = await tx.select().from(services).where(eq(services.key, service));
  const includesOf = (name: string): readonly string[] =>
    name === key ? includes : (all.find((plan) => plan.key === name)?.includes ?? []);
  const reached = new Set<string>();
  const queue = [...includes];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    if (reached.has(next)) continue;
    reached.add(next);
    queue.push(...includesOf(next));
  }
  const problems = [
    ...(found.length > 0 ? [] : [{ path: "service", msg: `Unknown service: ${service}` }]),
    ...includes
      .filter((name) => name !== key && !all.some((plan) => plan.key === name))
      .map((name) => ({ path: "includes", msg: `Unknown plan: ${name}` })),
    ...(reached.has(key) ? [{ path: "includes", msg: "A plan cannot include itself" }] : []),
  ];
  if (problems.length > 0) throw invalid(problems);
}

async function deriveCoverage(tx: Db): Promise<void> {
  await tx.delete(planCoverage);
  await tx.execute(sql`
    insert into plan_coverage (plan, covers)
    with recursive covered (plan, covers) as (
      select key, key from subscription_plans
      union
      select covered.plan, included.key
      from covered
      join subscription_plans plans on plans.key = covered.covers
      join subscription_plans included on included.key = any(plans.includes)
    )
    select plan, covers from covered
  `);
}

/** Throws `not_found`, `invalid`, and `conflict` with another period of the game in the plan. */
export function addMembership(
  db: Db,
  editor: Actor,
  { game_id, plan, ...fields }: FieldsEdit<MembershipFields> & { game_id: number; plan: string },
  now: Date,
): Promise<Membership> {
  return db.transaction(async (tx) => {
    await requirePlan(tx, plan, now);
    const { rowCount } = await tx.execute(sql`select from games where id = ${game_id}`);
    if (!rowCount) throw new AppError("not_found", `There is no game ${game_id}`);
    const full = { country: null, since: null, until: null, leaving_on: null, ...fields };
    await checkMembership(tx, { ...full, game_id, plan, id: 0 });
    const [row] = await tx
      .insert(memberships)
      .values({ gameId: game_id, plan, ...toColumns(full), source: "panel", lastSeenAt: now, updatedAt: now })
      .returning({ id: memberships.id });
    await settleMemberships(tx, { now, gameIds: [game_id] });
    const after = await requireMembership(tx, row!.id, now);
    await recordChange(tx, editor, {
      action: "CREATE",
      ...resource(plan),
      resourceId: after.id,
      description: `Added ${after.title} to the plan ${plan}`,
      newValue: full,
    });
    return after;
  });
}

/** An edit that changes nothing is not recorded. Throws `not_found`, `stale`, and as `addMembership`. */
export function changeMembership(
  db: Db,
  editor: Actor,
  id: number,
  { fields, baseVersion }: { fields: FieldsEdit<MembershipFields>; baseVersion?: number | undefined },
  now: Date,
): Promise<Membership> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select from subscription_memberships where id = ${id} for update`);
    const before = await requireMembership(tx, id, now);
    if (isStale(before, baseVersion)) throw changedMeanwhile("this membership", before);
    const changed = changedFields(before, fields);
    if (Object.keys(changed).length === 0) return before;
    const full = { ...before, ...changed };
    await checkMembership(tx, full);
    await tx
      .update(memberships)
      .set({ ...toColumns(full), version: before.version + 1, updatedAt: now })
      .where(eq(memberships.id, id));
    await settleMemberships(tx, { now, gameIds: [before.game_id] });
    const after = await requireMembership(tx, id, now);
    await recordChange(tx, editor, {
      action: "UPDATE",
      ...resource(before.plan),
      resourceId: id,
      description: `Changed ${before.title} in the plan ${before.plan}`,
      oldValue: pickFields(before, changed),
      newValue: changed,
    });
    return after;
  });
}

/** Throws `not_found`. */
export function deleteMembership(db: Db, editor: Actor, id: number, now: Date): Promise<void> {
  return db.transaction(async (tx) => {
    const before = await requireMembership(tx, id, now);
    await tx.delete(memberships).where(eq(memberships.id, id));
    await settleMemberships(tx, { now, gameIds: [before.game_id] });
    const { country, since, until, leaving_on, source } = before;
    await recordChange(tx, editor, {
      action: "DELETE",
      ...resource(before.plan),
      resourceId: id,
      description: `Deleted ${before.title} from the plan ${before.plan}`,
      oldValue: { game_id: before.game_id, country, since, until, leaving_on, source },
    });
  });
}

type CheckedMembership = MembershipFields & { id: number; game_id: number; plan: string };

async function checkMembership(tx: Db, { id, game_id, plan, ...fields }: CheckedMembership): Promise<void> {
  const { country, since, until } = fields;
  const problems = periodProblems(fields);
  if (problems.length > 0) throw invalid(problems);
  const { rows } = await tx.execute<{ since: string | null }>(sql`
    select since::text as since from subscription_memberships
    where game_id = ${game_id} and plan = ${plan} and country is not distinct from ${country}::text and id <> ${id}
      and (since is not distinct from ${since}::date
        or daterange(since, until) && daterange(${since}::date, ${until}::date))
    limit 1
  `);
  if (rows[0]) {
    const begun = rows[0].since ? ` that began on ${rows[0].since}` : "";
    throw new AppError("conflict", `It overlaps a period of the game in this plan${begun}`);
  }
}

function toColumns({ country, since, until, leaving_on }: MembershipFields) {
  return { country, since, until, leavingOn: leaving_on };
}

/** Accepts a held reading: the next one of the plan may be as small. Throws `not_found`, and `conflict` for others. */
export function acceptReading(db: Db, editor: Actor, id: number): Promise<SubscriptionReading> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select from subscription_readings where id = ${id} for update`);
    const before = await requireReading(tx, id);
    if (before.state !== "held") throw new AppError("conflict", "This reading is not held");
    if (before.seen === 0) throw new AppError("conflict", "An empty list cannot be accepted");
    await tx.update(readings).set({ state: "accepted" }).where(eq(readings.id, id));
    await recordChange(tx, editor, {
      action: "UPDATE",
      ...resource(before.plan),
      resourceId: id,
      description: `Accepted a reading of the plan ${before.plan} with ${before.seen} games`,
      oldValue: { state: "held" },
      newValue: { state: "accepted" },
    });
    return requireReading(tx, id);
  });
}
