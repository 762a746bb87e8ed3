import { AppError } from "contract/core/errors.ts";
import { toAmount } from "contract/core/money.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import type { AdminVoucher } from "contract/vouchers/api.ts";
import {
  isRefuted,
  priceWithVoucher,
  type VoucherOffer,
  type VoucherTerms,
  voteDays,
} from "contract/vouchers/rules.ts";
import type { Db } from "../../platform/db/connect.ts";
import { and, desc, eq, getTableColumns, gt, isNull, lte, or, sql } from "../../platform/db/drizzle.ts";
import { vouchers, voucherVotes } from "./table.ts";

const countedSince = sql`current_date - ${sql.raw(String(voteDays))}`;
const countVotes = (works: boolean) => sql<number>`(
  select count(*)::int from ${voucherVotes}
  where ${voucherVotes.voucherId} = ${vouchers.id} and ${voucherVotes.works} = ${works}
    and ${voucherVotes.day} > ${countedSince}
)`;
const columns = {
  ...getTableColumns(vouchers),
  works: countVotes(true),
  fails: countVotes(false),
  workedAt: sql<Date | null>`(
    select max(${voucherVotes.at}) from ${voucherVotes}
    where ${voucherVotes.voucherId} = ${vouchers.id} and ${voucherVotes.works}
  )`.mapWith(voucherVotes.at),
};
type VoucherRow = typeof vouchers.$inferSelect & { works: number; fails: number; workedAt: Date | null };

/** A page of all vouchers, the latest change first. */
export async function listVouchers(
  db: Db,
  { store }: { store?: StoreKey | undefined },
  { limit, offset, now }: { limit: number; offset: number; now: Date },
): Promise<{ vouchers: AdminVoucher[]; total: number }> {
  const listed = store === undefined ? undefined : eq(vouchers.store, store);
  const rows = await db
    .select(columns)
    .from(vouchers)
    .where(listed)
    .orderBy(desc(vouchers.updatedAt), desc(vouchers.id))
    .limit(limit)
    .offset(offset);
  return { vouchers: rows.map((row) => toAdminVoucher(row, now)), total: await db.$count(vouchers, listed) };
}

/** Throws `not_found`. */
export async function requireVoucher(db: Db, id: number, now: Date): Promise<AdminVoucher> {
  const [row] = await db.select(columns).from(vouchers).where(eq(vouchers.id, id));
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

function toTerms(row: VoucherRow): VoucherTerms {
  return {
    store: row.store,
    country: row.country,
    percent: row.percent,
    amount: row.amountMinor,
    currency: row.currency,
    games: row.gameIds,
    excludedGames: row.excludedGameIds,
    excludedRegions: row.excludedRegions,
    minimum: row.minimumMinor,
    fullPriceOnly: row.fullPriceOnly,
    begins: row.beginsAt?.getTime() ?? null,
    ends: row.endsAt?.getTime() ?? null,
  };
}

/** A voucher with what the offer costs with it, in minor units of the offer's currency. */
export interface AppliedVoucher {
  id: number;
  code: string;
  conditions: string;
  minor: number;
  works: number;
  fails: number;
  workedAt: Date | null;
}

/** Finds the voucher with the lowest price for each offer, by store; of equal ones the one that worked more often. */
export function prepareFindVouchers(db: Db) {
  const statement = db
    .select(columns)
    .from(vouchers)
    .where(
      and(
        sql`${vouchers.store} = any(${sql.placeholder("stores")}::text[])`,
        or(isNull(vouchers.endsAt), gt(vouchers.endsAt, sql.placeholder("now"))),
        or(isNull(vouchers.beginsAt), lte(vouchers.beginsAt, sql.placeholder("now"))),
      ),
    )
    .orderBy(vouchers.id)
    .prepare("list_vouchers");
  return async (
    game: number,
    country: string,
    offers: readonly SoldOffer[],
  ): Promise<Map<StoreKey, AppliedVoucher>> => {
    const found = new Map<StoreKey, AppliedVoucher>();
    if (offers.length === 0) return found;
    const now = new Date();
    const rows = await statement.execute({ stores: offers.map(({ store }) => store), now });
    const shown = rows.filter((row) => !isRefuted(row));
    for (const { priceMinor: price, regularMinor: regular, ...offer } of offers) {
      const [best] = shown
        .flatMap((row) => {
          const minor = priceWithVoucher(toTerms(row), { ...offer, game, country, price, regular }, now.getTime());
          return minor === null ? [] : [{ ...row, minor }];
        })
        .sort((a, b) => a.minor - b.minor || b.works - a.works);
      if (best) found.set(offer.store, best);
    }
    return found;
  };
}

type SoldOffer = Pick<VoucherOffer, "store" | "currency" | "activatesIn"> & {
  priceMinor: number | null;
  regularMinor: number | null;
};
