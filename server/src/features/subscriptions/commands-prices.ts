import { highestPriceIn } from "contract/core/currencies.ts";
import { AppError, invalid } from "contract/core/errors.ts";
import { toMinor } from "contract/core/money.ts";
import { planPriceProblem, type StatedPrice } from "contract/subscriptions/rules.ts";
import type { AdminPlan } from "contract/subscriptions/schema.ts";
import type { Db } from "../../platform/db/connect.ts";
import { and, desc, eq, lte } from "../../platform/db/drizzle.ts";
import { type Actor, recordChange } from "../audit/commands.ts";
import { resource } from "./commands.ts";
import { dayOf, requirePlan } from "./queries.ts";
import { planPrices } from "./table.ts";

export interface NewPlanPrice {
  country: string;
  currency: string;
  price: number;
  /** Today by default. */
  since?: string | undefined;
}

/** Sets the price of a plan by hand, however much it differs from the last one. Throws `invalid`, `not_found`. */
export function setPlanPrice(
  db: Db,
  editor: Actor,
  key: string,
  { country, currency, price, since }: NewPlanPrice,
  now: Date,
): Promise<AdminPlan> {
  return db.transaction(async (tx) => {
    const plan = await requirePlan(tx, key, now);
    const minor = toMinor(price, currency);
    if (minor === null || minor > highestPriceIn(currency))
      throw invalid([{ path: "price", msg: `Expected a price in ${currency}` }]);
    const day = since ?? dayOf(now);
    await savePlanPrice(tx, key, { country, currency, minor, since: day, source: "panel" });
    await recordChange(tx, editor, {
      action: "CREATE",
      ...resource(key),
      description: `Set the price of ${plan.name} in ${country}`,
      newValue: { country, currency, price, since: day },
    });
    return requirePlan(tx, key, now);
  });
}

interface PriceOfPlan extends StatedPrice {
  country: string;
  since: string;
  source: string;
}

async function savePlanPrice(
  tx: Db,
  plan: string,
  { country, currency, minor, since, source }: PriceOfPlan,
): Promise<void> {
  const values = { currency, priceMinor: minor, source };
  await tx
    .insert(planPrices)
    .values({ plan, country, since, ...values })
    .onConflictDoUpdate({ target: [planPrices.plan, planPrices.country, planPrices.since], set: values });
}

/**
 * Records a price that a file states, unless it equals the one before or is implausible. Returns why it is not taken
 * over, or `null`. `acceptCollapse`: however much it differs.
 */
export async function recordPlanPrice(
  tx: Db,
  plan: string,
  price: PriceOfPlan,
  { acceptCollapse = false } = {},
): Promise<{ problem: string } | { changed: boolean }> {
  const [last] = await tx
    .select({ currency: planPrices.currency, minor: planPrices.priceMinor })
    .from(planPrices)
    .where(and(eq(planPrices.plan, plan), eq(planPrices.country, price.country), lte(planPrices.since, price.since)))
    .orderBy(desc(planPrices.since))
    .limit(1);
  if (last && last.minor === price.minor && last.currency === price.currency) return { changed: false };
  const problem = planPriceProblem(price, acceptCollapse ? null : (last ?? null));
  if (problem) return { problem };
  await savePlanPrice(tx, plan, price);
  return { changed: true };
}

/** Throws `not_found`. */
export function deletePlanPrice(db: Db, editor: Actor, id: number): Promise<void> {
  return db.transaction(async (tx) => {
    const [price] = await tx.delete(planPrices).where(eq(planPrices.id, id)).returning();
    if (!price) throw new AppError("not_found", `There is no price ${id}`);
    await recordChange(tx, editor, {
      action: "DELETE",
      ...resource(price.plan),
      description: `Deleted a price of the plan ${price.plan} in ${price.country}`,
      oldValue: { ...price },
    });
  });
}
