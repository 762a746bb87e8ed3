import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { wishlistSorts } from "contract/wishlist/rules.ts";
import type { WishlistItem } from "contract/wishlist/schema.ts";
import Heart from "lucide-react/icons/heart";
import ListOrdered from "lucide-react/icons/list-ordered";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useCountry } from "../../api/market.ts";
import { useCall } from "../../api/session.ts";
import { writeAddressSearch } from "../../page/address-search.ts";
import { ListPager } from "../../page/list-pager.tsx";
import { SortButtons } from "../../page/sort-buttons.tsx";
import { Button } from "../../ui/button.tsx";
import { buttonStyle } from "../../ui/button-style.ts";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { Notice } from "../../ui/notice.tsx";
import { BasketPanel } from "./basket-panel.tsx";
import { wishlistQuery } from "./queries.ts";
import { useRankingSaving } from "./ranking/use-ranking-saving.ts";
import { wishlistFailure } from "./wishlist-failure.ts";
import { WishlistItemCard } from "./wishlist-item-card.tsx";
import { ItemSkeletons, WishlistPending } from "./wishlist-pending.tsx";
import { toggleWishlistSort, toWishlistSearch, type WishlistState } from "./wishlist-search.ts";
import { WishlistStats } from "./wishlist-stats.tsx";
import { useWishlistText } from "./wishlist-text.ts";

// drag and drop come only to those who edit their order
const RankingEditor = lazy(() => import("./ranking/ranking-editor.tsx"));

const customOrder = { sort: "display_order", order: "ASC", page: 1 } as const;

/** The user's wishlist: stats, basket, and the games, sorted and paged in the address. */
export function OwnWishlist({ state }: { state: WishlistState }) {
  const text = useWishlistText();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const query = useQuery({ ...wishlistQuery(useCall(), state, useCountry()), placeholderData: keepPreviousData });
  const list = query.isPlaceholderData ? undefined : query.data;
  const total = query.data?.total;
  const rankingSaving = useRankingSaving();
  const [edit, setEdit] = useState<"off" | "on" | "saving">("off");
  const editing = edit !== "off" && state.sort === customOrder.sort;
  // another sort leaves the edit mode for good
  useEffect(() => {
    if (state.sort !== customOrder.sort) return;
    return () => {
      setEdit("off");
      // the list in its order before the edits
      void rankingSaving
        .settled()
        .then(() => queryClient.removeQueries({ queryKey: ["wishlist", "list"], type: "inactive" }));
    };
  }, [state.sort, rankingSaving, queryClient]);

  const show = (next: WishlistState, replace = false) =>
    navigate({ to: "/wishlist", search: toWishlistSearch(next), replace, resetScroll: false });

  const toggleEditing = async () => {
    if (!editing) {
      setEdit("on");
      await show(customOrder);
      return;
    }
    setEdit("saving");
    await rankingSaving.settled();
    await queryClient.invalidateQueries({ queryKey: ["wishlist", "list"] });
    setEdit("off");
  };

  // the last item of the last page was removed
  const lastPage = list && list.items.length === 0 && list.total > 0 ? list.totalPages : undefined;
  useEffect(() => {
    if (lastPage)
      void navigate({ to: "/wishlist", search: toWishlistSearch({ ...state, page: lastPage }), replace: true });
  }, [lastPage, navigate, state]);

  if (query.error && !list) {
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
            <BasketPanel />
          </div>
          <section aria-label={text("wishlist.items")} className="min-w-0 lg:col-start-1 lg:row-start-1">
            <div className="mb-4 flex flex-wrap items-center gap-2.5">
              <div className="max-sm:w-full">
                <SortButtons
                  label={text("wishlist.sort")}
                  sorts={wishlistSorts.map((sort) => ({ sort, name: text(`wishlist.sort.${sort}`) }))}
                  active={state.sort}
                  order={state.order}
                  onToggle={(sort) => show(toggleWishlistSort(state, sort))}
                  addressOf={(sort) =>
                    `/wishlist${writeAddressSearch({ ...toWishlistSearch(toggleWishlistSort(state, sort)) })}`
                  }
                />
              </div>
              <Button
                kind={editing ? "primary" : "secondary"}
                disabled={edit === "saving"}
                onClick={toggleEditing}
                className="max-sm:w-full sm:ml-auto"
              >
                <ListOrdered aria-hidden className="size-4.5" />
                {text(
                  edit === "saving" ? "wishlist.saving_order" : editing ? "wishlist.save_order" : "wishlist.edit_order",
                )}
              </Button>
            </div>
            {editing ? (
              <Suspense fallback={<ItemSkeletons />}>
                <RankingEditor onReorder={rankingSaving.push} />
              </Suspense>
            ) : (
              <>
                <ItemList items={list?.items} />
                <div className="mt-8 empty:hidden">
                  <ListPager
                    to="/wishlist"
                    searchOf={(page) => toWishlistSearch({ ...state, page })}
                    current={state.page}
                    total={query.data?.totalPages ?? 0}
                    loading={!list}
                  />
                </div>
              </>
            )}
          </section>
        </div>
      )}
    </div>
  );
}

/** The items of a page. A removal is announced, and the focus moves to the item that takes its place. */
function ItemList({ items }: { items: readonly WishlistItem[] | undefined }) {
  const text = useWishlistText();
  const list = useRef<HTMLUListElement>(null);
  const [removed, setRemoved] = useState<string>();
  const vacated = useRef<{ id: number; place: number }>(undefined);

  useEffect(() => {
    const gap = vacated.current;
    // the removal may be heard of before the list without it is here
    if (!gap || !removed || !items?.length || items.some((item) => item.wishlist_id === gap.id)) return;
    vacated.current = undefined;
    const links = list.current?.querySelectorAll<HTMLElement>("h2 a");
    if (document.activeElement === document.body) links?.[Math.min(gap.place, links.length - 1)]?.focus();
  }, [removed, items]);
  return (
    <>
      <p role="status" className="sr-only">
        {removed && text("wishlist.removed", { title: removed })}
      </p>
      {items ? (
        <ul ref={list} className="grid gap-3">
          {items.map((item, place) => (
            <li key={item.wishlist_id}>
              <WishlistItemCard
                item={item}
                onRemoved={() => {
                  vacated.current = { id: item.wishlist_id, place };
                  setRemoved(item.title);
                }}
              />
            </li>
          ))}
        </ul>
      ) : (
        <div role="status" aria-label={text("wishlist.loading")}>
          <ItemSkeletons />
        </div>
      )}
    </>
  );
}
