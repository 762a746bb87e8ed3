import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { formatCount } from "contract/core/counts.ts";
import { maxNotesLength } from "contract/lists/rules.ts";
import Heart from "lucide-react/icons/heart";
import Lock from "lucide-react/icons/lock";
import { useEffect } from "react";
import { useCountry, useMoney } from "../../api/market.ts";
import { useCall, useViewer } from "../../api/session.ts";
import { buttonStyle } from "../../ui/button-style.ts";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { LoginLink } from "../accounts/login-link.tsx";
import { wishlistFailure } from "../wishlist/wishlist-failure.ts";
import { BasketPanel } from "./basket-panel.tsx";
import { defaultSortOf, ListGames } from "./list-games.tsx";
import { type ListState, readListState } from "./list-search.ts";
import { useWishlistText } from "./lists-text.ts";
import { WishlistPending } from "./pending.tsx";
import { basketQueries, itemsQuery, wishlistStatsQuery } from "./queries.ts";

/** The visitor's wishlist, only for signed-in users (spec/wishlist-and-alerts 3). */
export function WishlistPage({ search }: { search: object }) {
  const viewer = useViewer();
  if (viewer === "unknown") return <WishlistPending />;
  if (viewer === null) return <AccessDenied />;
  return <OwnWishlist state={readListState({ ...search }, defaultSortOf("wishlist"))} />;
}

function AccessDenied() {
  const text = useWishlistText();
  return (
    <Notice
      level={1}
      icon={Lock}
      title={text("wishlist.denied_title")}
      actions={<LoginLink className={buttonStyle("primary")}>{text("header.nav.login")}</LoginLink>}
    >
      {text("wishlist.denied_text")}
    </Notice>
  );
}

/** The user's wishlist: stats, basket, and the games, sorted and paged in the address. */
function OwnWishlist({ state }: { state: ListState }) {
  const text = useWishlistText();
  const call = useCall();
  const country = useCountry();
  const query = useQuery({ ...itemsQuery(call, "wishlist", state, country), placeholderData: keepPreviousData });
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
            <BasketPanel queries={basketQueries(call, "wishlist", country)} />
          </div>
          <ListGames
            list="wishlist"
            state={state}
            query={query}
            texts={{
              label: text("wishlist.items"),
              loadFailed: text("wishlist.load_failed"),
              removed: (title) => text("wishlist.removed", { title }),
              edit: text("wishlist.edit_title"),
              notesHint: text("wishlist.notes_hint", { longest: maxNotesLength }),
              updateFailed: text("wishlist.update_failed"),
            }}
          />
        </div>
      )}
    </div>
  );
}

const shown = ["total_games", "total_value", "total_savings", "average_price"] as const;

/**
 * Four statistics of the wishlist. On failure they are dashes, and the error is logged (spec/wishlist-and-alerts 3.3).
 */
function WishlistStats() {
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
