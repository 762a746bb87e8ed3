import type { StoreKey } from "contract/stores/store-key.ts";
import { isRefuted, priceWithVoucher, type VoucherOffer, type VoucherTerms } from "contract/vouchers/rules.ts";
import type { Db } from "../../platform/db/connect.ts";
import { listUsableVouchers, type VoucherRow } from "./queries.ts";

/** A voucher that visitors may see, with its conditions as the rules take them. */
interface ShownVoucher {
  row: VoucherRow;
  terms: VoucherTerms;
}

/** Vouchers that visitors have not refuted, by store. */
export type ShownVouchers = ReadonlyMap<StoreKey, readonly ShownVoucher[]>;

export async function readShownVouchers(db: Db, now: Date): Promise<ShownVouchers> {
  const rows = (await listUsableVouchers(db, now)).filter((row) => !isRefuted(row));
  return Map.groupBy(
    rows.map((row) => ({ row, terms: toTerms(row) })),
    ({ row }) => row.store,
  );
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
export type AppliedVoucher = VoucherRow & { minor: number };

type SoldOffer = Pick<VoucherOffer, "store" | "currency" | "activatesIn"> & {
  priceMinor: number | null;
  regularMinor: number | null;
};

/** The voucher with the lowest price for each offer of a game, by store; of equal ones the one that worked more often. */
export function findVouchers(
  shown: ShownVouchers,
  { game, country, offers, now }: { game: number; country: string; offers: readonly SoldOffer[]; now: number },
): Map<StoreKey, AppliedVoucher> {
  const found = new Map<StoreKey, AppliedVoucher>();
  for (const { priceMinor: price, regularMinor: regular, ...offer } of offers) {
    const [best] = (shown.get(offer.store) ?? [])
      .flatMap(({ row, terms }) => {
        const minor = priceWithVoucher(terms, { ...offer, game, country, price, regular }, now);
        return minor === null ? [] : [{ ...row, minor }];
      })
      .sort((a, b) => a.minor - b.minor || b.works - a.works);
    if (best) found.set(offer.store, best);
  }
  return found;
}
