import type { MergeCounts } from "contract/catalogue/merge-schema.ts";
import { formatCount } from "contract/core/counts.ts";

/** What a merge moves, one line for each kind; empty kinds are left out. */
export function describeMoves(counts: MergeCounts): string[] {
  const lines: [number, string, string, string?][] = [
    [
      counts.wishlists,
      "wishlist entry",
      "wishlist entries",
      both(counts.wishlists_both, "users with both games: they keep the other place"),
    ],
    [
      counts.alerts,
      "price alert",
      "price alerts",
      both(counts.alerts_both, "users with both games: they keep the other alert"),
    ],
    [counts.offers, "offer", "offers", both(counts.offers_both, "stores that sell both games: one stays")],
    [counts.price_records, "price record", "price records"],
    [counts.matches, "match", "matches"],
    [counts.additions, "addition", "additions"],
    [counts.clicks, "visit to a store", "visits to stores"],
    [counts.reports, "report of a price", "reports of prices"],
  ];
  return lines
    .filter(([count]) => count > 0)
    .map(([count, one, many, more]) => `${formatCount(count)} ${count === 1 ? one : many}${more ?? ""}`);
}

const both = (count: number, what: string) => (count === 0 ? undefined : `, ${formatCount(count)} of ${what}`);

const day = new Intl.DateTimeFormat("en-US", { day: "numeric", month: "long" });

/** `until December 12`, or why it is too late. */
export function describeUndo(undoUntil: string | null): string {
  return undoUntil === null ? "can no longer be undone" : `can be undone until ${day.format(new Date(undoUntil))}`;
}
