import { AppError } from "contract/core/errors.ts";
import { firstCountry } from "contract/markets/regions.ts";
import type { AdminMarket } from "contract/markets/schema.ts";
import type { Db } from "../../platform/db/connect.ts";
import { eq, sql } from "../../platform/db/drizzle.ts";
import { changedMeanwhile, isStale } from "../../platform/db/versions.ts";
import { type Actor, recordChange } from "../audit/commands.ts";
import { listAllMarkets, requireMarket } from "./queries.ts";
import { markets } from "./table.ts";

export interface MarketEdit {
  enabled?: boolean | undefined;
  /** How prices are written (BCP 47). */
  locale?: string | undefined;
  /** The market whose prices it has; `null` = it has prices of its own. */
  sharesPricesWith?: string | null | undefined;
  /** The version that the edit started from. Left out: replaces any version. */
  baseVersion?: number | undefined;
}

/**
 * Changes a market; an edit that changes nothing is not recorded. Throws `not_found`, `stale` when the market is no
 * longer at `baseVersion`, `invalid` for a locale that is none and for a market whose prices it cannot have, and
 * `conflict` when no market would be left. Prices and history of a market stay when it shares those of another.
 */
export function changeMarket(
  db: Db,
  editor: Actor,
  country: string,
  { enabled, locale, sharesPricesWith, baseVersion }: MarketEdit,
  now: Date,
): Promise<AdminMarket> {
  return db.transaction(async (tx) => {
    // serialized: whether a market is the last enabled one depends on all rows
    await tx.execute(sql`lock table markets in share row exclusive mode`);
    const before = await requireMarket(tx, country);
    if (isStale(before, baseVersion)) throw changedMeanwhile("this market", before);
    const edited = {
      enabled: enabled ?? before.enabled,
      locale: locale ? canonicalLocale(locale) : before.locale,
      shares_prices_with: sharesPricesWith === undefined ? before.shares_prices_with : (sharesPricesWith ?? undefined),
    };
    const changed = (["enabled", "locale", "shares_prices_with"] as const).filter(
      (name) => edited[name] !== before[name],
    );
    if (changed.length === 0) return before;
    const others = (await listAllMarkets(tx)).filter((market) => market.country !== country);
    if (changed.includes("shares_prices_with")) requireSharing(before, edited.shares_prices_with, others);
    if (!edited.enabled && !others.some((market) => market.enabled))
      throw new AppError("conflict", `${before.name} is the last enabled market: enable another one first`);
    await tx
      .update(markets)
      .set({
        enabled: edited.enabled,
        locale: edited.locale,
        sharesPricesWith: edited.shares_prices_with ?? null,
        version: before.version + 1,
        updatedAt: now,
      })
      .where(eq(markets.country, country));
    const after = await requireMarket(tx, country);
    await recordChange(tx, editor, {
      action: "UPDATE",
      resourceType: "market",
      resourceKey: country,
      description: changed.includes("enabled")
        ? `${after.enabled ? "Enabled" : "Disabled"} the market ${after.name}`
        : `Changed the market ${after.name}`,
      oldValue: Object.fromEntries(changed.map((name) => [name, before[name] ?? null])),
      newValue: Object.fromEntries(changed.map((name) => [name, after[name] ?? null])),
    });
    return after;
  });
}

/** Throws `invalid` unless the market can have the prices of another one (`undefined` = its own). */
function requireSharing(market: AdminMarket, other: string | undefined, others: readonly AdminMarket[]): void {
  if (other === undefined) return;
  const found = others.find(({ country }) => country === other);
  const sharing = others.find(({ shares_prices_with }) => shares_prices_with === market.country);
  const problem =
    (market.country === firstCountry && `${market.name} has prices of its own`) ||
    (!found && `There is no other market ${other}`) ||
    (found?.shares_prices_with && `${found.name} has the prices of ${found.shares_prices_with}: choose that one`) ||
    (found?.currency !== market.currency && `${found?.name} has another currency than ${market.name}`) ||
    (sharing && `${sharing.name} has the prices of ${market.name}: give it prices of its own first`);
  if (problem) throw new AppError("invalid", problem, { details: [{ path: "shares_prices_with", msg: problem }] });
}

/** Enables all markets, each with an audit entry; returns how many were not enabled. */
export async function enableAllMarkets(db: Db, editor: Actor, now: Date): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`lock table markets in share row exclusive mode`);
    const others = (await listAllMarkets(tx)).filter(({ enabled }) => !enabled);
    await tx
      .update(markets)
      .set({ enabled: true, version: sql`version + 1`, updatedAt: now })
      .where(eq(markets.enabled, false));
    for (const { country, name } of others) {
      await recordChange(tx, editor, {
        action: "UPDATE",
        resourceType: "market",
        resourceKey: country,
        description: `Enabled the market ${name}`,
        oldValue: { enabled: false },
        newValue: { enabled: true },
      });
    }
    return others.length;
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
