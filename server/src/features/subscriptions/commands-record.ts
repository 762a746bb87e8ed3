import { titleKey } from "contract/games/rules.ts";
import { shrinkProblem } from "contract/prices/list-loss.ts";
import type { SubscriptionReading } from "contract/subscriptions/schema.ts";
import type { Db } from "../../platform/db/connect.ts";
import { and, desc, eq, inArray, sql } from "../../platform/db/drizzle.ts";
import { matchProducts } from "../prices/matching/commands-products.ts";
import { settleMemberships } from "./commands-notices.ts";
import {
  findPeriod,
  hasEnded,
  type Period,
  type PlanProduct,
  problemOf,
  shelfOf,
  toPeriod,
  withStated,
} from "./commands-periods.ts";
import { dayOf } from "./queries.ts";
import { subscriptionMemberships as memberships, subscriptionReadings as readings } from "./table.ts";

export interface PlanReading {
  plan: { key: string; service: string };
  /** The name of a file or of a source. */
  source: string;
  products: readonly PlanProduct[];
  /** They are all that the plan has: those of the last reading that are missing have left. */
  complete?: boolean;
  /** Accept a complete list that has become much shorter. */
  acceptLoss?: boolean;
  now: Date;
}

export interface PlanProblem {
  what: string;
  message: string;
}

export interface RecordedReading {
  state: SubscriptionReading["state"];
  seen: number;
  /** Periods that are new, changed, or ended because the list no longer has them. */
  joined: number;
  changed: number;
  left: number;
  /** Products that a person must match. */
  waiting: number;
  /** Products that are none of our games, such as those for a console; also among `problems`. */
  refused: number;
  /** Products that cannot be taken over. */
  problems: PlanProblem[];
  /** Why it is held. */
  problem: string | null;
}

/** The name of a service's products in the list of matches to review, where stores have their keys. */
function reviewKeyOf(service: string): string {
  return `subscription-${service}`;
}

/**
 * Records what a reading states about a plan's games, in a transaction: the only way by which files and sources change
 * memberships. Products are matched as those of a store are (spec/price-sources 2); uncertain ones wait for a person.
 * A complete list that is empty, or has lost more than 30 % since the last one, is held: nothing changes.
 */
export function recordReading(db: Db, reading: PlanReading): Promise<RecordedReading> {
  return db.transaction((tx) => recordIn(tx, reading));
}

async function recordIn(tx: Db, reading: PlanReading): Promise<RecordedReading> {
  const { plan, source, products, complete = false, acceptLoss = false, now } = reading;
  await tx.execute(sql`select from subscription_plans where key = ${plan.key} for update`);
  const before = complete ? await findLastCount(tx, plan.key, source) : null;
  const problem = complete && !(acceptLoss && products.length > 0) ? shrinkProblem(products.length, before) : null;
  if (problem) {
    const held = { ...nothingRecorded, state: "held" as const, seen: products.length, problem };
    await saveReading(tx, reading, held);
    return held;
  }
  const { matched, waiting, refused, problems } = await findGames(tx, reading);
  const isFirst = !(await hasMemberships(tx, plan.key));
  const changes = await planChanges(tx, reading, matched, isFirst);
  await writeChanges(tx, reading, changes);
  await settleMemberships(tx, {
    gameIds: [...new Set([...changes.added, ...changes.updated].map(({ gameId }) => gameId))],
    now,
    ...(isFirst && { silentPlan: plan.key }),
  });
  const counts = {
    state: "applied" as const,
    seen: products.length,
    joined: changes.added.length,
    changed: changes.updated.length - changes.left,
    left: changes.left,
    waiting,
    refused,
  };
  await saveReading(tx, reading, { ...counts, problem: null });
  return { ...counts, problems: [...problems, ...changes.problems], problem: null };
}

export const nothingRecorded: RecordedReading = {
  state: "applied",
  seen: 0,
  joined: 0,
  changed: 0,
  left: 0,
  waiting: 0,
  refused: 0,
  problems: [],
  problem: null,
};

type ReadingOfPlan = Pick<PlanReading, "source" | "complete" | "now"> & { plan: { key: string } };

/** Notes a reading that failed; memberships stay. */
export async function recordFailure(db: Db, reading: ReadingOfPlan, problem: string): Promise<void> {
  await saveReading(db, reading, { ...nothingRecorded, state: "failed", problem });
}

/** The number of games in the last complete reading of a source that was accepted. */
async function findLastCount(tx: Db, plan: string, source: string): Promise<number | null> {
  const [last] = await tx
    .select({ seen: readings.seen })
    .from(readings)
    .where(
      and(
        eq(readings.plan, plan),
        eq(readings.source, source),
        eq(readings.complete, true),
        inArray(readings.state, ["applied", "accepted"]),
      ),
    )
    .orderBy(desc(readings.id))
    .limit(1);
  return last?.seen ?? null;
}

async function saveReading(
  tx: Db,
  { plan, source, complete = false, now }: ReadingOfPlan,
  { state, seen, joined, left, waiting, refused, problem }: Omit<RecordedReading, "changed" | "problems">,
): Promise<void> {
  await tx
    .insert(readings)
    .values({ plan: plan.key, source, complete, at: now, state, seen, joined, left, waiting, refused, problem });
}

async function hasMemberships(tx: Db, plan: string): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`select from subscription_memberships where plan = ${plan} limit 1`);
  return Boolean(rowCount);
}

type Matched = PlanProduct & { gameId: number };

/** Products of one title and year are one product. */
const productIdOf = ({ productId, steamAppid, title }: PlanProduct) =>
  productId ?? (steamAppid === undefined ? `title:${titleKey(title ?? "")}` : `steam:${steamAppid}`);

async function findGames(
  tx: Db,
  { plan, products, now }: PlanReading,
): Promise<{ matched: Matched[]; waiting: number; refused: number; problems: PlanProblem[] }> {
  const named = products.filter(({ gameId }) => gameId === undefined);
  const byProduct = Map.groupBy(named, productIdOf);
  const offers = [...byProduct].map(([productId, [first]]) => ({
    productId,
    currency: "USD",
    ...(first!.title !== undefined && { title: first!.title }),
    ...(first!.steamAppid !== undefined && { steamAppid: first!.steamAppid }),
    ...(first!.releaseYear !== undefined && { releaseYear: first!.releaseYear }),
  }));
  const { games: gameOf, waiting, refused } = await matchProducts(tx, reviewKeyOf(plan.service), offers, now);
  const ids = products.flatMap(({ gameId }) => gameId ?? []);
  const { rows } = await tx.execute<{ id: number }>(sql`
    select id from games where id = any(${sql.param(ids)}::integer[])
  `);
  const known = new Set(rows.map(({ id }) => id));
  const matched = products.flatMap((product): Matched[] => {
    const gameId = product.gameId ?? gameOf.get(productIdOf(product));
    return gameId === undefined || (product.gameId !== undefined && !known.has(gameId)) ? [] : [{ ...product, gameId }];
  });
  const problemOf = (product: PlanProduct) => {
    if (product.gameId === undefined) return refused.get(productIdOf(product));
    return known.has(product.gameId) ? undefined : `There is no game ${product.gameId}`;
  };
  const problems = products.flatMap((product) => {
    const message = problemOf(product);
    return message === undefined ? [] : [{ what: product.what, message }];
  });
  return { matched, waiting, refused: refused.size, problems };
}

interface Changes {
  added: Period[];
  /** Those that have other values now. */
  updated: (Period & { id: number })[];
  /** Those that were seen, changed or not. */
  seen: number[];
  /** How many of `updated` have left. */
  left: number;
  problems: PlanProblem[];
}

/** Compares a reading with the plan's memberships. */
async function planChanges(
  tx: Db,
  { plan, source, products, complete = false, now }: PlanReading,
  matched: readonly Matched[],
  isFirst: boolean,
): Promise<Changes> {
  const today = dayOf(now);
  const stored = await tx.select().from(memberships).where(eq(memberships.plan, plan.key)).orderBy(memberships.since);
  const periods = stored.map(
    ({ id, gameId, country, since, until, leavingOn, source: from, productId }): Period & { id: number } => {
      return { id, gameId, country, since, until, leavingOn, source: from, productId };
    },
  );
  const before = new Map(periods.map((period) => [period.id, JSON.stringify(period)]));
  const byShelf = Map.groupBy<string, Period>(periods, shelfOf);
  const added: Period[] = [];
  const seen = new Set<Period>();
  const problems: PlanProblem[] = [];
  // a product may have several ids: the game's first row of a day counts
  for (const product of matched) {
    const own = byShelf.get(shelfOf({ gameId: product.gameId, country: product.country ?? null })) ?? [];
    const found = findPeriod(own, product, today);
    if (found && seen.has(found)) continue;
    const next = found ? withStated(found, product, source, today) : toPeriod(product, { source, isFirst, today });
    const message = problemOf(next, own, found);
    if (message !== null) problems.push({ what: product.what, message });
    // a product that contradicts its period is in the plan all the same
    if (found) seen.add(message === null ? Object.assign(found, next) : found);
    if (found || message !== null) continue;
    added.push(next);
    byShelf.set(shelfOf(next), [...own, next]);
    seen.add(next);
  }
  let left = 0;
  if (complete) {
    const listed = new Set(products.map(productIdOf));
    for (const period of periods) {
      const isThere = (period.since ?? "") <= today && !hasEnded(period, today);
      const isListed = seen.has(period) || (period.productId !== null && listed.has(period.productId));
      if (!isThere || isListed || period.source !== source) continue;
      period.until = today;
      left += 1;
    }
  }
  const updated = periods.filter((period) => JSON.stringify(period) !== before.get(period.id));
  return { added, updated, seen: periods.filter((one) => seen.has(one)).map(({ id }) => id), left, problems };
}

async function writeChanges(tx: Db, { plan, now }: PlanReading, { added, updated, seen }: Changes): Promise<void> {
  const columns = sql`game_id integer, country text, since date, until date, leaving_on date, source text,
    product_id text`;
  const toRow = ({ gameId, leavingOn, productId, ...same }: Period) => ({
    ...same,
    game_id: gameId,
    leaving_on: leavingOn,
    product_id: productId,
  });
  if (added.length > 0) {
    await tx.execute(sql`
      insert into subscription_memberships
        (game_id, plan, country, since, until, leaving_on, source, product_id, last_seen_at, updated_at)
      select game_id, ${plan.key}, country, since, until, leaving_on, source, product_id, ${now}::timestamptz,
        ${now}::timestamptz
      from json_to_recordset(${JSON.stringify(added.map(toRow))}) as added (${columns})
    `);
  }
  if (updated.length > 0) {
    await tx.execute(sql`
      update subscription_memberships membership
      set since = changed.since, until = changed.until, leaving_on = changed.leaving_on, source = changed.source,
        product_id = changed.product_id, version = version + 1, updated_at = ${now}::timestamptz
      from json_to_recordset(${JSON.stringify(updated.map(toRow))}) as changed (id integer, ${columns})
      where membership.id = changed.id
    `);
  }
  if (seen.length > 0) {
    await tx.execute(sql`
      update subscription_memberships set last_seen_at = ${now}::timestamptz
      where id = any(${sql.param(seen)}::integer[])
    `);
  }
}
