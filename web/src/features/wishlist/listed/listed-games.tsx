import { type UseQueryResult, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { wishlistSorts } from "contract/wishlist/rules.ts";
import type { ListedGame } from "contract/wishlist/schema.ts";
import ListOrdered from "lucide-react/icons/list-ordered";
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { writeAddressSearch } from "../../../page/address-search.ts";
import { ListPager } from "../../../page/list-pager.tsx";
import { SortButtons } from "../../../page/sort-buttons.tsx";
import { Button } from "../../../ui/button.tsx";
import { useWishlistText } from "../wishlist-text.ts";
import { ItemList, type RemovedText } from "./item-list.tsx";
import { ItemSkeletons } from "./item-skeletons.tsx";
import { type ListedSearch, type ListedState, toggleListedSort } from "./listed-search.ts";
import type { WholeListQuery } from "./ranking/ranked-games.ts";
import { type SavedRanking, useRankingSaving } from "./ranking/use-ranking-saving.ts";

// drag and drop is loaded only for editing the order
const RankingEditor = lazy(() => import("./ranking/ranking-editor.tsx"));

const customOrder = { sort: "display_order", order: "ASC", page: 1 } as const;

interface ListedGamesProps<Item extends ListedGame> {
  /** Names the games for screen readers. */
  label: string;
  /** The path of the page. */
  path: string;
  state: ListedState;
  toSearch: (state: ListedState) => ListedSearch;
  /** The page of the list; `placeholder` data are those of the page before. */
  query: UseQueryResult<{ items: Item[]; totalPages: number; total: number }>;
  whole: WholeListQuery;
  ranking: SavedRanking;
  loadFailed: string;
  removedText: RemovedText;
  renderItem: (item: Item, onRemoved: () => void) => ReactNode;
}

/** The games of a list, sorted and paged in the address; in the custom order they can be moved. */
export function ListedGames<Item extends ListedGame>(props: ListedGamesProps<Item>) {
  const { label, path, state, toSearch, query, whole, ranking, loadFailed, removedText, renderItem } = props;
  const text = useWishlistText();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const list = query.isPlaceholderData ? undefined : query.data;
  const rankingSaving = useRankingSaving(ranking);
  const { pagesKey } = ranking;
  const [edit, setEdit] = useState<"off" | "on" | "saving">("off");
  const editing = edit !== "off" && state.sort === customOrder.sort;
  // another sort ends the edit mode
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stays the same
  useEffect(() => {
    if (state.sort !== customOrder.sort) return;
    return () => {
      setEdit("off");
      // the list as it was before the edits
      void rankingSaving.settled().then(() => queryClient.removeQueries({ queryKey: pagesKey, type: "inactive" }));
    };
  }, [state.sort, rankingSaving, queryClient]);

  const show = (next: ListedState, replace = false) =>
    navigate({ to: ".", search: toSearch(next) as never, replace, resetScroll: false });

  const toggleEditing = async () => {
    if (!editing) {
      setEdit("on");
      await show(customOrder);
      return;
    }
    setEdit("saving");
    await rankingSaving.settled();
    await queryClient.invalidateQueries({ queryKey: pagesKey });
    setEdit("off");
  };

  // the last item of the last page was removed
  const lastPage = list && list.items.length === 0 && list.total > 0 ? list.totalPages : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page that has become empty
  useEffect(() => {
    if (lastPage) void show({ ...state, page: lastPage }, true);
  }, [lastPage, state]);

  return (
    <section aria-label={label} className="min-w-0 lg:col-start-1 lg:row-start-1">
      <div className="mb-4 flex flex-wrap items-center gap-2.5">
        <div className="max-sm:w-full">
          <SortButtons
            label={text("wishlist.sort")}
            sorts={wishlistSorts.map((sort) => ({ sort, name: text(`wishlist.sort.${sort}`) }))}
            active={state.sort}
            order={state.order}
            onToggle={(sort) => show(toggleListedSort(state, sort))}
            addressOf={(sort) => `${path}${writeAddressSearch({ ...toSearch(toggleListedSort(state, sort)) })}`}
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
          <RankingEditor whole={whole} onReorder={rankingSaving.push} failure={loadFailed} />
        </Suspense>
      ) : (
        <>
          <ItemList items={list?.items} removedText={removedText} renderItem={renderItem} />
          <div className="mt-8 empty:hidden">
            <ListPager
              to="."
              searchOf={(page) => toSearch({ ...state, page })}
              current={state.page}
              total={query.data?.totalPages ?? 0}
              loading={!list}
            />
          </div>
        </>
      )}
    </section>
  );
}
