import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import Heart from "lucide-react/icons/heart";
import { announceChange } from "../../api/cross-tab-sync.ts";
import { useCountry } from "../../api/market.ts";
import { useCall } from "../../api/session.ts";
import { buttonStyle } from "../../ui/button-style.ts";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { Notice } from "../../ui/notice.tsx";
import { BasketPanel } from "./listed/basket-panel.tsx";
import { ListedGames } from "./listed/listed-games.tsx";
import type { ListedState } from "./listed/listed-search.ts";
import { basketQueries, pagesKey, wholeKey, wholeWishlistQuery, wishlistQuery } from "./queries.ts";
import { wishlistFailure } from "./wishlist-failure.ts";
import { WishlistItemCard } from "./wishlist-item-card.tsx";
import { WishlistPending } from "./wishlist-pending.tsx";
import { toWishlistSearch } from "./wishlist-search.ts";
import { WishlistStats } from "./wishlist-stats.tsx";
import { useWishlistText } from "./wishlist-text.ts";

/** The user's wishlist: stats, basket, and the games, sorted and paged in the address. */
export function OwnWishlist({ state }: { state: ListedState }) {
  const text = useWishlistText();
  const call = useCall();
  const country = useCountry();
  const query = useQuery({ ...wishlistQuery(call, state, country), placeholderData: keepPreviousData });
  const total = query.data?.total;

  if (query.error && (!query.data || query.isPlaceholderData)) {
    return (
      <FailureNotice
        level={1}
        title={text("wishlist.error_title")}
        retry={text("status.retry")}
        onRetry={query.refetch}
      >
        {wishlistFailure(query.error, text("wishlist.load_failed"))}
      </FailureNotice>
    );
  }
  if (total === undefined) return <WishlistPending />;
  return (
    <div className="page-width py-6 sm:py-10">
      <h1 className="mb-4 text-xl sm:mb-6 sm:text-2xl">{text("wishlist.title")}</h1>
      <WishlistStats />
      {total === 0 ? (
        <Notice
          icon={Heart}
          title={text("wishlist.empty_title")}
          actions={
            <Link to="/games" className={buttonStyle("primary")}>
              {text("wishlist.empty_action")}
            </Link>
          }
        >
          {text("wishlist.empty_text")}
        </Notice>
      ) : (
        <div className="mt-5 grid gap-x-8 gap-y-5 sm:mt-6 sm:gap-y-6 lg:grid-cols-[minmax(0,1fr)_21rem] lg:items-start">
          <div className="min-w-0 lg:sticky lg:top-20 lg:col-start-2">
            <BasketPanel queries={basketQueries(call, country)} />
          </div>
          <ListedGames
            label={text("wishlist.items")}
            path="/wishlist"
            state={state}
            toSearch={toWishlistSearch}
            query={query}
            whole={wholeWishlistQuery(call, country)}
            ranking={{
              save: async (places) => {
                const items = places.map(({ id, position }) => ({ wishlistId: id, position }));
                await call("PUT /api/wishlist/reorder", { body: { items } });
                announceChange("wishlist");
              },
              failure: "Failed to reorder wishlist",
              wholeKey,
              pagesKey,
            }}
            loadFailed={text("wishlist.load_failed")}
            removedText={(title) => text("wishlist.removed", { title })}
            renderItem={(item, onRemoved) => <WishlistItemCard item={item} onRemoved={onRemoved} />}
          />
        </div>
      )}
    </div>
  );
}
