import { queryOptions, useQuery } from "@tanstack/react-query";
import { ownHomeTexts } from "contract/content-strings/defaults/personal/home.ts";
import type { Call } from "contract/core/call.ts";
import ArrowRight from "lucide-static/icons/arrow-right.svg?react";
import Heart from "lucide-static/icons/heart.svg?react";
import { marketKey, useCountry } from "../../api/market.ts";
import { atMyStores } from "../../api/my-stores.ts";
import { freshFor } from "../../api/query.ts";
import { useCall } from "../../api/session.ts";
import { useTextOf } from "../../api/texts.ts";
import { PathLink } from "../../page/links.tsx";

/** How many of the wishlisted games are on sale, and how many at their low. */
function wishlistNewsQuery(call: Call, country: string | undefined) {
  return queryOptions({
    queryKey: ["wishlist", "news", ...marketKey(country)],
    staleTime: freshFor.wishlist,
    queryFn: async ({ signal }) => {
      const { items, total } = await call("GET /api/wishlist", { query: { limit: 100, country } }, { signal });
      const gameIds = items.map(({ game_id }) => game_id);
      if (gameIds.length === 0) return { total, onSale: 0, atLow: 0 };
      const query = atMyStores({ country });
      const { games } = await call("POST /api/games/batch", { query, body: { gameIds } }, { signal });
      return {
        total,
        onSale: games.filter(({ cut }) => cut > 0).length,
        atLow: games.filter(({ lowest_ever }) => lowest_ever).length,
      };
    },
  });
}

/** What is on sale of the user's wishlist, in a line. */
export default function FromWishlist() {
  const text = useTextOf(ownHomeTexts);
  const { data } = useQuery(wishlistNewsQuery(useCall(), useCountry()));
  if (!data) return null;
  const { total, onSale, atLow } = data;
  const line =
    total === 0
      ? text("home.wishlist.empty")
      : onSale === 0
        ? text("home.wishlist.nothing")
        : atLow === 0
          ? text("home.wishlist.on_sale", { count: onSale })
          : text("home.wishlist.at_low", { count: onSale, lows: atLow });
  return (
    <div className="page-width flex min-h-12 items-center gap-2 py-1">
      <Heart aria-hidden className="size-4.5 shrink-0 fill-accent text-accent-text" />
      <p className="figures min-w-0 font-medium">{line}</p>
      <PathLink
        path={onSale > 0 ? "/wishlist?show=on_sale" : "/wishlist"}
        className="ms-auto inline-flex min-h-9 shrink-0 items-center gap-1.5 text-sm font-medium text-accent-text hover:underline"
      >
        {onSale > 0 ? text("home.wishlist.see") : text("wishlist.title")}
        <ArrowRight aria-hidden className="size-4" />
      </PathLink>
    </div>
  );
}
