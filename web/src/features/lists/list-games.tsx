import { type UseQueryResult, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { listSorts } from "contract/lists/rules.ts";
import ListOrdered from "lucide-react/icons/list-ordered";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { latestOnly } from "../../api/latest-only.ts";
import { useCountry } from "../../api/market.ts";
import { useCall } from "../../api/session.ts";
import { writeAddressSearch } from "../../page/address-search.ts";
import { ListPager } from "../../page/list-pager.tsx";
import { SortButtons } from "../../page/sort-buttons.tsx";
import { Button } from "../../ui/button.tsx";
import { wishlistFailure } from "../wishlist/wishlist-failure.ts";
import { type ItemTexts, ListItemCard } from "./list-item-card.tsx";
import { type ListState, toggleListSort, toListSearch } from "./list-search.ts";
import { useWishlistText } from "./lists-text.ts";
import { ItemSkeletons } from "./pending.tsx";
import { type OwnItem, type OwnList, pagesKey, wholeKey, wholeListQuery } from "./queries.ts";
import { useItemChanges } from "./use-list-changes.ts";

// drag and drop is loaded only for editing the order
const RankingEditor = lazy(() => import("./ranking-editor.tsx"));

const customOrder = { sort: "display_order", order: "ASC", page: 1 } as const;

/** The sort that a list opens in: the wishlist with the newest first (spec/wishlist-and-alerts 3.1). */
export const defaultSortOf = (list: OwnList) => (list === "wishlist" ? "added_at" : customOrder.sort);

export interface ListTexts extends ItemTexts {
  /** Names the games for screen readers. */
  label: string;
  loadFailed: string;
  /** The announcement after a game was removed. */
  removed: (title: string) => string;
}

interface ListGamesProps {
  list: OwnList;
  state: ListState;
  /** The page of the list; `placeholder` data are those of the page before. */
  query: UseQueryResult<{ items: OwnItem[]; totalPages: number; total: number }>;
  texts: ListTexts;
}

/** The games of a list, sorted and paged in the address; in the custom order they can be moved. */
export function ListGames({ list, state, query, texts }: ListGamesProps) {
  const text = useWishlistText();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const whole = wholeListQuery(useCall(), list, useCountry());
  const shown = query.isPlaceholderData ? undefined : query.data;
  const rankingSaving = useRankingSaving(list);
  const [edit, setEdit] = useState<"off" | "on" | "saving">("off");
  const editing = edit !== "off" && state.sort === customOrder.sort;
  // another sort ends the edit mode
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stays the same
  useEffect(() => {
    if (state.sort !== customOrder.sort) return;
    return () => {
      setEdit("off");
      // the list as it was before the edits
      void rankingSaving.settled().then(() => {
        queryClient.removeQueries({ queryKey: pagesKey(list), type: "inactive" });
        // shown again before the last edit was saved
        void queryClient.invalidateQueries({ queryKey: pagesKey(list) });
      });
    };
  }, [state.sort, rankingSaving, queryClient]);

  const path = list === "wishlist" ? "/wishlist" : `/lists/${list}`;
  const toSearch = (state: ListState) => toListSearch(state, defaultSortOf(list));
  const show = (next: ListState, replace = false) =>
    navigate({ to: ".", search: toSearch(next) as never, replace, resetScroll: false });

  const toggleEditing = async () => {
    if (!editing) {
      setEdit("on");
      await show(customOrder);
      return;
    }
    setEdit("saving");
    await rankingSaving.settled();
    await queryClient.invalidateQueries({ queryKey: pagesKey(list) });
    setEdit("off");
  };

  // the last item of the last page was removed
  const lastPage = shown && shown.items.length === 0 && shown.total > 0 ? shown.totalPages : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page that has become empty
  useEffect(() => {
    if (lastPage) void show({ ...state, page: lastPage }, true);
  }, [lastPage, state]);

  return (
    <section aria-label={texts.label} className="min-w-0 lg:col-start-1 lg:row-start-1">
      <div className="mb-4 flex flex-wrap items-center gap-2.5">
        <div className="max-sm:w-full">
          <SortButtons
            label={text("wishlist.sort")}
            sorts={listSorts.map((sort) => ({ sort, name: text(`wishlist.sort.${sort}`) }))}
            active={state.sort}
            order={state.order}
            onToggle={(sort) => show(toggleListSort(state, sort))}
            addressOf={(sort) => `${path}${writeAddressSearch({ ...toSearch(toggleListSort(state, sort)) })}`}
          />
        </div>
        <Button
          kind={editing ? "primary" : "secondary"}
          disabled={edit === "saving"}
          onClick={toggleEditing}
          className="max-sm:w-full sm:ml-auto"
        >
          <ListOrdered aria-hidden className="size-4.5" />
          {text(edit === "saving" ? "wishlist.saving_order" : editing ? "wishlist.save_order" : "wishlist.edit_order")}
        </Button>
      </div>
      {editing ? (
        <Suspense fallback={<ItemSkeletons />}>
          <RankingEditor whole={whole} onReorder={rankingSaving.push} failure={texts.loadFailed} />
        </Suspense>
      ) : (
        <>
          <ItemList list={list} items={shown?.items} texts={texts} />
          <div className="mt-8 empty:hidden">
            <ListPager
              to="."
              searchOf={(page) => toSearch({ ...state, page })}
              current={state.page}
              total={query.data?.totalPages ?? 0}
              loading={!shown}
            />
          </div>
        </>
      )}
    </section>
  );
}

/**
 * Saves the custom order: `push` takes all ids from the first place on, `settled` waits until all are saved. A failure
 * is only logged, and the list reloads (spec/wishlist-and-alerts 3.4).
 */
function useRankingSaving(list: OwnList) {
  const queryClient = useQueryClient();
  const { reorder } = useItemChanges(list);
  const [saving] = useState(() =>
    latestOnly<readonly number[]>(async (ids) => {
      try {
        await reorder(ids);
      } catch (error) {
        console.error(wishlistFailure(error, `Failed to reorder ${list === "wishlist" ? list : "list"}`));
        void queryClient.invalidateQueries({ queryKey: wholeKey(list) });
      }
      // hidden lists are refetched when shown
      queryClient.removeQueries({ queryKey: pagesKey(list), type: "inactive" });
    }),
  );
  return saving;
}

interface ItemListProps {
  list: OwnList;
  /** `undefined` while loading. */
  items: readonly OwnItem[] | undefined;
  texts: ListTexts;
}

/** The items of a page. A removal is announced, and the focus moves to the item that takes its place. */
function ItemList({ list, items, texts }: ItemListProps) {
  const text = useWishlistText();
  const listElement = useRef<HTMLUListElement>(null);
  const [removed, setRemoved] = useState<string>();
  const removedItem = useRef<{ gameId: number; place: number }>(undefined);

  useEffect(() => {
    const previous = removedItem.current;
    // the removal may be reported before the list without the game has loaded
    if (!previous || !removed || !items?.length || items.some((item) => item.game_id === previous.gameId)) return;
    removedItem.current = undefined;
    const links = listElement.current?.querySelectorAll<HTMLElement>("h2 a");
    if (document.activeElement === document.body) links?.[Math.min(previous.place, links.length - 1)]?.focus();
  }, [removed, items]);
  return (
    <>
      <p role="status" className="sr-only">
        {removed && texts.removed(removed)}
      </p>
      {items ? (
        <ul ref={listElement} className="grid gap-3">
          {items.map((item, place) => (
            <li key={item.game_id}>
              <ListItemCard
                list={list}
                item={item}
                texts={texts}
                onRemoved={() => {
                  removedItem.current = { gameId: item.game_id, place };
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
