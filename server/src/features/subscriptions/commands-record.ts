import { titleKey } from "contract/games/rules.ts";
import { addDays, shrinkProblem } from "contract/subscriptions/rules.ts";
import type { SubscriptionReading } from "contract/subscriptions/schema.ts";
import type { Db } from "../../platform/db/connect.ts";
import { and, desc, eq, inArray, sql } from "../../platform/db/drizzle.ts";
import { matchProducts } from "../prices/matching/commands-products.ts";
import { settleMemberships } from "./commands-notices.ts";
import { dayOf } from "./queries.ts";
import { subscriptionMemberships as memberships, subscriptionReadings as readings } from "./table.ts";

/** A product of a plan, as a file or a source states it. A field that is left out is not stated. */
export interface PlanProduct {
  /** For messages: `line 12`, or the product's id. */
  what: string;
  gameId?: number | undefined;
  steamAppid?: number | undefined;
  productId?: string | undefined;
  title?: string | undefined;
  releaseYear?: number | undefined;
  country?: string | null | undefined;
  /** Days; without its first day, the product is in the plan today. */
  since?: string | undefined;
  /** `null` = it is still in. */
  until?: string | null | undefined;
  leavingOn?: string | undefined;
}

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
  /** Products that a person must match, and those that a person rejected. */
  waiting: number;
  /** Products that cannot be taken over. */
  problems: PlanProblem[];
  /** Why it is held. */
  problem: string | null;
}

/** The name of a service's products in the list of matches to review, where stores have their keys. */
export function reviewKeyOf(service: string): string {
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
    const held = { state: "held", seen: products.length, joined: 0, changed: 0, left: 0, waiting: 0 } as const;
    await saveReading(tx, reading, { ...held, problem });
    return { ...held, problems: [], problem };
  }
  const { matched, waiting, problems } = await findGames(tx, reading);
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
  };
  await saveReading(tx, reading, { ...counts, problem: null });
  return { ...counts, problems: [...problems, ...changes.problems], problem: null };
}

/** Notes a reading that failed; memberships stay. */
export async function recordFailure(db: Db, reading: Omit<PlanReading, "products">, problem: string): Promise<void> {
  await saveReading(db, reading, { state: "failed", seen: 0, joined: 0, left: 0, waiting: 0, problem });
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
  { plan, source, complete = false, now }: Omit<PlanReading, "products">,
  { state, seen, joined, left, waiting, problem }: Omit<RecordedReading, "changed" | "problems">,
): Promise<void> {
  await tx
    .insert(readings)
    .values({ plan: plan.key, source, complete, at: now, state, seen, joined, left, waiting, problem });
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
): Promise<{ matched: Matched[]; waiting: number; problems: PlanProblem[] }> {
  const named = products.filter(({ gameId }) => gameId === undefined);
  const byProduct = Map.groupBy(named, productIdOf);
  const offers = [...byProduct].map(([productId, [first]]) => ({
    productId,
    currency: "USD",
    ...(first!.title !== undefined && { title: first!.title }),
    ...(first!.steamAppid !== undefined && { steamAppid: first!.steamAppid }),
    ...(first!.releaseYear !== undefined && { releaseYear: first!.releaseYear }),
  }));
  const gameOf = await matchProducts(tx, reviewKeyOf(plan.service), offers, now);
  const ids = products.flatMap(({ gameId }) => gameId ?? []);
  const { rows } = await tx.execute<{ id: number }>(sql`
    select id from games where id = any(${sql.param(ids)}::integer[])
  `);
  const known = new Set(rows.map(({ id }) => id));
  const matched = products.flatMap((product): Matched[] => {
    const gameId = product.gameId ?? gameOf.get(productIdOf(product));
    return gameId === undefined || (product.gameId !== undefined && !known.has(gameId)) ? [] : [{ ...product, gameId }];
  });
  return {
    matched,
    waiting: offers.length - gameOf.size,
    problems: products
      .filter(({ gameId }) => gameId !== undefined && !known.has(gameId))
      .map(({ what, gameId }) => ({ what, message: `There is no game ${gameId}` })),
  };
}

interface Period {
  id?: number;
  gameId: number;
  country: string | null;
  since: string | null;
  until: string | null;
  leavingOn: string | null;
  source: string;
  productId: string | null;
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
    const { country = null } = product;
    const own = byShelf.get(shelfOf({ gameId: product.gameId, country })) ?? [];
    const found = findPeriod(own, product, today);
    if (typeof found === "string") {
      problems.push({ what: product.what, message: found });
      continue;
    }
    const period = found ?? toPeriod(product, { source, since: isFirst ? null : today });
    if (!found) {
      added.push(period);
      byShelf.set(shelfOf(period), [...own, period]);
    } else if (!seen.has(found)) update(found, product, source, today);
    seen.add(period);
  }
  let left = 0;
  if (complete) {
    const listed = new Set(products.map(productIdOf));
    for (const period of periods) {
      const isThere = (period.since ?? "") <= today && (period.until === null || period.until > today);
      const isListed = seen.has(period) || (period.productId !== null && listed.has(period.productId));
      if (!isThere || isListed || period.source !== source) continue;
      period.until = today;
      left += 1;
    }
  }
  const updated = periods.filter((period) => JSON.stringify(period) !== before.get(period.id));
  return { added, updated, seen: periods.filter((one) => seen.has(one)).map(({ id }) => id), left, problems };
}

const shelfOf = ({ gameId, country }: Pick<Period, "gameId" | "country">) => `${gameId} ${country ?? ""}`;

/** A period that ended on its announced day is open again if the list still has it this many days later. */
const graceDays = 2;

/**
 * The period that a product is about; undefined = a new one, a text = why it contradicts another one. Without a first
 * day it is about today.
 */
function findPeriod(own: readonly Period[], product: PlanProduct, today: string): Period | undefined | string {
  const { since, until } = product;
  if (since === undefined) {
    const ended = (period: Period) => period.until !== null && period.until <= today;
    return (
      own.find((period) => !ended(period) && (period.since === null || period.since <= today)) ??
      own.find((period) => !ended(period)) ??
      own.find(({ until: end, leavingOn }) => end !== null && end === leavingOn && addDays(end, graceDays) >= today)
    );
  }
  const same = own.find((period) => period.since === since);
  if (same) return same;
  const unknown = own.find((period) => period.since === null && (period.until === null || period.until > since));
  if (unknown) return unknown;
  const other = own.find(
    (period) =>
      (period.since ?? "") < (until ?? "9999") && (period.until ?? "9999") > since && period.since !== period.until,
  );
  return other && `It overlaps the period that began on ${other.since}`;
}

function toPeriod(product: Matched, { source, since }: { source: string; since: string | null }): Period {
  return {
    gameId: product.gameId,
    country: product.country ?? null,
    since: product.since ?? (product.until ? null : since),
    until: product.until ?? null,
    leavingOn: product.leavingOn ?? null,
    source,
    productId: product.productId ?? null,
  };
}

function update(period: Period, product: PlanProduct, source: string, today: string): void {
  if (product.since !== undefined) period.since = product.since;
  // it has come sooner than announced
  else if (period.since !== null && period.since > today && product.until === undefined) period.since = today;
  if (product.until !== undefined) period.until = product.until;
  else if (product.since === undefined && period.until !== null && period.until <= today) {
    period.until = null;
    period.leavingOn = null;
  }
  if (product.leavingOn !== undefined) period.leavingOn = product.leavingOn;
  if (product.productId !== undefined && product.since === undefined) {
    period.productId = product.productId;
    period.source = source;
  }
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
