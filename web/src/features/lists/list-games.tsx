import { type UseQueryResult, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { listFilters, listSorts } from "contract/lists/rules.ts";
import ListChecks from "lucide-static/icons/list-checks.svg?react";
import ListOrdered from "lucide-static/icons/list-ordered.svg?react";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { withBase } from "../../api/base-path.ts";
import { latestOnly } from "../../api/latest-only.ts";
import { useCountry } from "../../api/market.ts";
import { useCall } from "../../api/session.ts";
import { writeAddressSearch } from "../../page/address-search.ts";
import { shownTitle } from "../../page/game-title.tsx";
import { ActionLink } from "../../page/links.tsx";
import { ListPager } from "../../page/list-pager.tsx";
import { logFailure } from "../../page/log-failure.ts";
import { SortButtons } from "../../page/sort-buttons.tsx";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { useAction } from "../../ui/use-action.ts";
import { useIncluded } from "../subscriptions/included-games.tsx";
import { useWishlistFailure, wishlistFailure } from "../wishlist/wishlist-failure.ts";
import { AddGames } from "./add-games.tsx";
import { GameRows } from "./game-row.tsx";
import { type ItemTexts, ListItemRow } from "./list-item-row.tsx";
import { type ListState, toggleListSort, toListSearch } from "./list-search.ts";
import { useWishlistText } from "./lists-text.ts";
import { ItemSkeletons } from "./pending.tsx";
import { type OwnItem, type OwnList, pagesKey, wholeKey, wholeListQuery } from "./queries.ts";
import { useItemChanges } from "./use-list-changes.ts";

// drag and drop is loaded only for editing the order
const RankingEditor = lazy(() => import("./ranking-editor.tsx"));

const customOrder = { sort: "display_order", order: "ASC", page: 1, show: null } as const;

/** The sort that a list opens in: the wishlist with the newest first (spec/wishlist-and-alerts 3.1). */
export const defaultSortOf = (list: OwnList) => (list === "wishlist" ? "added_at" : customOrder.sort);

interface ListTexts extends ItemTexts {
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
  const [selecting, setSelecting] = useState(false);
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

  const path = withBase(list === "wishlist" ? "/wishlist" : `/lists/${list}`);
  const toSearch = (state: ListState) => toListSearch(state, defaultSortOf(list));
  const show = (next: ListState, replace = false) =>
    navigate({ to: ".", search: toSearch(next) as never, replace, resetScroll: false });

  const toggleEditing = async () => {
    if (!editing) {
      setEdit("on");
      setSelecting(false);
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
    <section aria-label={texts.label} className="min-w-0">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <div className="scroll-row max-w-full overflow-x-auto whitespace-nowrap [&>*]:flex-nowrap">
          <SortButtons
            label={text("wishlist.sort")}
            sorts={listSorts.map((sort) => ({ sort, name: text(`wishlist.sort.${sort}`) }))}
            active={state.sort}
            order={state.order}
            onToggle={(sort) => show(toggleListSort(state, sort))}
            addressOf={(sort) => `${path}${writeAddressSearch({ ...toSearch(toggleListSort(state, sort)) })}`}
          />
        </div>
        <Narrowing
          show={state.show}
          addressOf={(chosen) => `${path}${writeAddressSearch({ ...toSearch({ ...state, show: chosen, page: 1 }) })}`}
          onChoose={(chosen) => show({ ...state, show: chosen, page: 1 })}
        />
        <div className="flex flex-wrap items-center gap-2">
          <AddGames list={list} />
          <Button
            size="small"
            aria-pressed={selecting}
            disabled={editing || !shown?.items.length}
            onClick={() => setSelecting(!selecting)}
          >
            <ListChecks aria-hidden className="size-4" />
            <span className="max-sm:sr-only">{text(selecting ? "wishlist.select_end" : "wishlist.select")}</span>
          </Button>
          <Button
            kind={editing ? "primary" : "secondary"}
            size="small"
            disabled={edit === "saving"}
            onClick={toggleEditing}
          >
            <ListOrdered aria-hidden className="size-4" />
            {text(
              edit === "saving" ? "wishlist.saving_order" : editing ? "wishlist.save_order" : "wishlist.edit_order",
            )}
          </Button>
        </div>
      </div>
      {editing ? (
        <Suspense fallback={<ItemSkeletons />}>
          <RankingEditor whole={whole} onReorder={rankingSaving.push} failure={texts.loadFailed} />
        </Suspense>
      ) : (
        <>
          {shown?.total === 0 && state.show && (
            <p role="status" className="flex flex-wrap items-center gap-x-3 py-6 text-muted">
              {text("wishlist.show.none")}
              <Button size="small" onClick={() => show({ ...state, show: null, page: 1 })}>
                {text("wishlist.show.reset")}
              </Button>
            </p>
          )}
          <ItemList list={list} items={shown?.items} texts={texts} selecting={selecting} />
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
        logFailure(wishlistFailure(error, `Failed to reorder ${list === "wishlist" ? list : "list"}`));
        void queryClient.invalidateQueries({ queryKey: wholeKey(list) });
      }
      // hidden lists are refetched when shown
      queryClient.removeQueries({ queryKey: pagesKey(list), type: "inactive" });
    }),
  );
  return saving;
}

/** Buttons that narrow the list down. */
function Narrowing({
  show,
  addressOf,
  onChoose,
}: {
  show: ListState["show"];
  addressOf: (show: ListState["show"]) => string;
  onChoose: (show: ListState["show"]) => void;
}) {
  const text = useWishlistText();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields that are sent
    <div role="group" aria-label={text("wishlist.show")} className="scroll-row flex max-w-full gap-1.5 overflow-x-auto">
      {[null, ...listFilters].map((filter) => (
        <ActionLink
          key={filter}
          href={addressOf(filter)}
          rel="nofollow"
          aria-pressed={filter === show}
          onActivate={() => onChoose(filter)}
          className={classNames(
            "inline-flex h-9 shrink-0 items-center rounded-full border px-3 text-sm transition-colors",
            filter === show
              ? "border-accent-text bg-sunken font-medium"
              : "border-border text-muted hover:border-border-strong hover:text-text",
          )}
        >
          {text(`wishlist.show.${filter ?? "all"}`)}
        </ActionLink>
      ))}
    </div>
  );
}

interface ItemListProps {
  list: OwnList;
  /** Whether games are being selected. */
  selecting: boolean;
  /** `undefined` while loading. */
  items: readonly OwnItem[] | undefined;
  texts: ListTexts;
}

/** The items of a page. A removal is announced, and the focus moves to the item that takes its place. */
function ItemList({ list, items, texts, selecting }: ItemListProps) {
  const text = useWishlistText();
  const included = useIncluded(items?.map(({ game_id }) => game_id) ?? []);
  const listElement = useRef<HTMLUListElement>(null);
  const [removed, setRemoved] = useState<string>();
  const removedItem = useRef<{ gameId: number; place: number }>(undefined);
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const selection = {
    has: (gameId: number) => selected.has(gameId),
    toggle: (gameId: number) => setSelected(selected.symmetricDifference(new Set([gameId]))),
  };

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
        items.length > 0 && (
          <>
            {selecting && <SelectionBar list={list} items={items} selected={selected} onSelect={setSelected} />}
            <GameRows ref={listElement}>
              {items.map((item, place) => (
                <ListItemRow
                  key={item.game_id}
                  list={list}
                  item={item}
                  texts={texts}
                  included={included}
                  selection={selecting ? selection : undefined}
                  onRemoved={() => {
                    removedItem.current = { gameId: item.game_id, place };
                    setRemoved(shownTitle(item));
                  }}
                />
              ))}
            </GameRows>
          </>
        )
      ) : (
        <div role="status" aria-label={text("wishlist.loading")}>
          <ItemSkeletons />
        </div>
      )}
    </>
  );
}

interface SelectionBarProps {
  list: OwnList;
  items: readonly OwnItem[];
  selected: ReadonlySet<number>;
  onSelect: (selected: ReadonlySet<number>) => void;
}

/** Selects all games of the page, and removes those that are selected. */
function SelectionBar({ list, items, selected, onSelect }: SelectionBarProps) {
  const text = useWishlistText();
  const failureOf = useWishlistFailure();
  const { remove } = useItemChanges(list);
  const { run, running, failure } = useAction((error) => failureOf(error, text("wishlist.selected_failed")));
  const chosen = items.map(({ game_id }) => game_id).filter((id) => selected.has(id));
  const removeChosen = async () => {
    await remove(chosen);
    onSelect(new Set());
  };
  return (
    <div className="mb-2 flex flex-wrap items-center gap-2">
      <Button size="small" onClick={() => onSelect(new Set(items.map(({ game_id }) => game_id)))}>
        {text("wishlist.select_all")}
      </Button>
      <Button kind="danger" size="small" disabled={running || chosen.length === 0} onClick={() => run(removeChosen)}>
        {text("wishlist.selected_remove", { count: chosen.length })}
      </Button>
      {failure && (
        <p role="alert" className="text-sm text-danger">
          {failure}
        </p>
      )}
    </div>
  );
}
