import { AppError } from "contract/core/errors.ts";
import type { AdminMarket } from "contract/markets/schema.ts";
import { eq, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/connect.ts";
import { type Actor, recordChange } from "../audit/commands.ts";
import { listAllMarkets, requireMarket } from "./queries.ts";
import { markets } from "./table.ts";

export interface MarketEdit {
  enabled?: boolean | undefined;
  /** How prices are written (BCP 47). */
  locale?: string | undefined;
  /** The version that the edit started from. Left out: replaces any version. */
  baseVersion?: number | undefined;
}

/**
 * Changes a market; an edit that changes nothing is not recorded. Throws `not_found`, `stale` when the market is no
 * longer at `baseVersion`, `invalid` for a locale that is none, and `conflict` when no market would be left.
 */
export function changeMarket(
  db: Db,
  editor: Actor,
  country: string,
  { enabled, locale, baseVersion }: MarketEdit,
  now: Date,
): Promise<AdminMarket> {
  return db.transaction(async (tx) => {
    // serialized: whether a market is the last enabled one depends on all rows
    await tx.execute(sql`lock table markets in share row exclusive mode`);
    const before = await requireMarket(tx, country);
    if (baseVersion !== undefined && baseVersion !== before.version)
      throw new AppError("stale", "Someone else changed this market meanwhile", { current: before });
    const edited = { enabled: enabled ?? before.enabled, locale: locale ? canonicalLocale(locale) : before.locale };
    const changed = (["enabled", "locale"] as const).filter((name) => edited[name] !== before[name]);
    if (changed.length === 0) return before;
    const others = (await listAllMarkets(tx)).filter((market) => market.enabled && market.country !== country);
    if (!edited.enabled && others.length === 0)
      throw new AppError("conflict", `${before.name} is the last enabled market: enable another one first`);
    await tx
      .update(markets)
      .set({ ...edited, version: before.version + 1, updatedAt: now })
      .where(eq(markets.country, country));
    const after = await requireMarket(tx, country);
    await recordChange(tx, editor, {
      action: "UPDATE",
      resourceType: "market",
      resourceKey: country,
      description: changed.includes("enabled")
        ? `${after.enabled ? "Enabled" : "Disabled"} the market ${after.name}`
        : `Changed the market ${after.name}`,
      oldValue: Object.fromEntries(changed.map((name) => [name, before[name]])),
      newValue: Object.fromEntries(changed.map((name) => [name, after[name]])),
    });
    return after;
  });
}

function canonicalLocale(locale: string): string {
  try {
    return Intl.getCanonicalLocales(locale)[0]!;
  } catch {
    const msg = `${locale} is not a language tag such as en-GB`;
    throw new AppError("invalid", msg, { details: [{ path: "locale", msg }] });
  }
}
