import { useQuery } from "@tanstack/react-query";
import { formatCount } from "contract/core/counts.ts";
import { useEffect } from "react";
import { useCountry, useMoney } from "../../api/market.ts";
import { useCall } from "../../api/session.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { wishlistStatsQuery } from "./queries.ts";
import { useWishlistText } from "./wishlist-text.ts";

const shown = ["total_games", "total_value", "total_savings", "average_price"] as const;

/**
 * Four statistics of the wishlist. On failure they are dashes, and the error is logged (spec/wishlist-and-alerts 3.3).
 */
export function WishlistStats() {
  const text = useWishlistText();
  const { format } = useMoney();
  const { data: stats, error } = useQuery(wishlistStatsQuery(useCall(), useCountry()));
  useEffect(() => {
    if (error) console.error("Failed to get wishlist stats", error);
  }, [error]);
  return (
    <section aria-label={text("wishlist.stats")}>
      <dl className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
        {shown.map((name) => (
          <div key={name} className="rounded-lg border border-border bg-raised p-4 sm:p-5">
            <dt className="text-sm text-muted">{text(`wishlist.stats.${name}`)}</dt>
            <dd className="figures mt-1 text-xl font-semibold">
              {stats ? (
                name === "total_games" ? (
                  formatCount(stats.total_games)
                ) : (
                  format(stats[name])
                )
              ) : error ? (
                "–"
              ) : (
                <Skeleton className="my-1 h-6 w-16" />
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
