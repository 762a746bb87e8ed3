import { AppError } from "contract/core/errors.ts";
import { toAmount } from "contract/core/money.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import type { AdminVoucher } from "contract/vouchers/api.ts";
import { isRefuted, voteDays } from "contract/vouchers/rules.ts";
import type { Db } from "../../platform/db/connect.ts";
import { desc, eq, getTableColumns, gt, isNull, or, sql } from "../../platform/db/drizzle.ts";
import { vouchers, voucherVotes } from "./table.ts";

/** Votes of this day and earlier no longer count. */
export function lastUncountedDay(now: Date): string {
  return new Date(now.getTime() - voteDays * 86_400_000).toISOString().slice(0, 10);
}

/** The columns of a voucher, with the votes that count at a time. */
function columnsAt(now: Date) {
  const votes = sql`from voucher_votes where voucher_id = vouchers.id and day > ${lastUncountedDay(now)}::date`;
  return {
    ...getTableColumns(vouchers),
    works: sql<number>`(select count(*)::integer ${votes} and works)`,
    fails: sql<number>`(select count(*)::integer ${votes} and not works)`,
    workedAt: sql<Date | null>`(select max(at) ${votes} and works)`.mapWith(voucherVotes.at),
  };
}
export type VoucherRow = typeof vouchers.$inferSelect & { works: number; fails: number; workedAt: Date | null };

/** The vouchers that are not over; some may not have begun. */
export function listUsableVouchers(db: Db, now: Date): Promise<VoucherRow[]> {
  return db
    .select(columnsAt(now))
    .from(vouchers)
    .where(or(isNull(vouchers.endsAt), gt(vouchers.endsAt, now)))
    .orderBy(vouchers.id);
}

/** A page of all vouchers, the latest change first. */
export async function listVouchers(
  db: Db,
  { store }: { store?: StoreKey | undefined },
  { limit, offset, now }: { limit: number; offset: number; now: Date },
): Promise<{ vouchers: AdminVoucher[]; total: number }> {
  const listed = store === undefined ? undefined : eq(vouchers.store, store);
  const rows = await db
    .select(columnsAt(now))
    .from(vouchers)
    .where(listed)
    .orderBy(desc(vouchers.updatedAt), desc(vouchers.id))
    .limit(limit)
    .offset(offset);
  return { vouchers: rows.map((row) => toAdminVoucher(row, now)), total: await db.$count(vouchers, listed) };
}

/** Throws `not_found`. */
export async function requireVoucher(db: Db, id: number, now: Date): Promise<AdminVoucher> {
  const [row] = await db.select(columnsAt(now)).from(vouchers).where(eq(vouchers.id, id));
  if (!row) throw new AppError("not_found", `There is no voucher ${id}`);
  return toAdminVoucher(row, now);
}

function toAdminVoucher(row: VoucherRow, now: Date): AdminVoucher {
  const { currency } = row;
  const amount = (minor: number | null) => toAmount(minor, currency ?? undefined);
  return {
    id: row.id,
    store: row.store,
    code: row.code,
    conditions: row.conditions,
    country: row.country,
    percent: row.percent,
    amount: amount(row.amountMinor),
    currency,
    game_ids: row.gameIds,
    excluded_game_ids: row.excludedGameIds,
    excluded_regions: row.excludedRegions,
    minimum: amount(row.minimumMinor),
    full_price_only: row.fullPriceOnly,
    begins_at: row.beginsAt?.toISOString() ?? null,
    ends_at: row.endsAt?.toISOString() ?? null,
    promotion_id: row.promotionId,
    works: row.works,
    fails: row.fails,
    shown: !isRefuted(row) && (row.endsAt === null || row.endsAt > now),
    version: row.version,
    updated_at: row.updatedAt.toISOString(),
  };
}
