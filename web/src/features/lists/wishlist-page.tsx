import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { maxNotesLength } from "contract/lists/rules.ts";
import Heart from "lucide-static/icons/heart.svg?react";
import Lock from "lucide-static/icons/lock.svg?react";
import { useEffect } from "react";
import { useCountry, useMoney } from "../../api/market.ts";
import { useCall, useViewer } from "../../api/session.ts";
import { useLanguage } from "../../api/texts.ts";
import { logFailure } from "../../page/log-failure.ts";
import { buttonStyle } from "../../ui/button-style.ts";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { LoginLink } from "../accounts/login-link.tsx";
import { useWishlistFailure } from "../wishlist/wishlist-failure.ts";
import { AddGames } from "./add-games.tsx";
import { Basket } from "./basket-panel.tsx";
import { defaultSortOf, ListGames } from "./list-games.tsx";
import { type ListState, readListState } from "./list-search.ts";
import { useWishlistText } from "./lists-text.ts";
import { listLayout, WishlistPending } from "./pending.tsx";
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
  const failureOf = useWishlistFailure();
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
        {failureOf(query.error, text("wishlist.load_failed"))}
      </FailureNotice>
    );
  }
  if (total === undefined) return <WishlistPending />;
  return (
    <div className="page-width py-6">
      <h1 className="mb-2 text-xl sm:text-2xl">{text("wishlist.title")}</h1>
      <WishlistStats />
      {total === 0 && !state.show ? (
        <Notice
          icon={Heart}
          title={text("wishlist.empty_title")}
          actions={
            <>
              <AddGames list="wishlist" kind="primary" />
              <Link to="/games" className={buttonStyle("secondary")}>
                {text("wishlist.empty_action")}
              </Link>
            </>
          }
        >
          {text("wishlist.empty_text")}
        </Notice>
      ) : (
        <div className={listLayout}>
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
          <Basket queries={basketQueries(call, "wishlist", country)} />
        </div>
      )}
    </div>
  );
}

const shown = ["total_games", "total_value", "total_savings", "average_price"] as const;

/**
 * Four statistics of the wishlist in a line. On failure they are dashes, and the error is logged
 * (spec/wishlist-and-alerts 3.3).
 */
function WishlistStats() {
  const language = useLanguage();
  const text = useWishlistText();
  const { format } = useMoney();
  const { data: stats, error } = useQuery(wishlistStatsQuery(useCall(), useCountry()));
  useEffect(() => {
    if (error) logFailure("Failed to get wishlist stats", error);
  }, [error]);
  return (
    <section aria-label={text("wishlist.stats")}>
      <dl className="flex min-h-6 flex-wrap gap-x-6 gap-y-0.5 text-sm max-sm:min-h-12">
        {shown.map((name) => (
          <div key={name} className="flex items-baseline gap-1.5">
            <dt className="text-muted">{text(`wishlist.stats.${name}`)}</dt>
            <dd className="figures text-base font-semibold">
              {stats ? (
                name === "total_games" ? (
                  language.count(stats.total_games)
                ) : (
                  format(stats[name])
                )
              ) : error ? (
                "–"
              ) : (
                <Skeleton className="inline-block h-4 w-14" />
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
