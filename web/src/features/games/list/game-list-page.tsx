import type { UseQueryResult } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { GameList } from "contract/games/schema.ts";
import type { GameSort } from "contract/games/sorting.ts";
import type { ReactNode } from "react";
import { ActionLink } from "../../../page/action-link.tsx";
import { writeAddressSearch } from "../../../page/address-search.ts";
import { LoadFailed } from "../../../page/load-failed.tsx";
import { SortButtons, SubmittedSort } from "../../../page/sort-buttons.tsx";
import { useTypedSearch } from "../../../page/use-typed-search.ts";
import { buttonStyle } from "../../../ui/button-style.ts";
import { classNames } from "../../../ui/class-names.ts";
import { SearchField } from "../../../ui/search-field.tsx";
import { GameResults } from "./game-results.tsx";
import {
  type FreeSort,
  type ListSearch,
  type ListState,
  readFilters,
  toggleSort,
  toListSearch,
  toListState,
} from "./list-search.ts";
import { useListText } from "./list-text.ts";

interface GameListPageProps<Sort extends string> {
  to: "/games" | "/free";
  title: string;
  searchLabel: string;
  loadFailed: "browse.load_failed" | "free.load_failed";
  state: ListState<Sort>;
  sorts: readonly { sort: Sort; name: string }[];
  query: UseQueryResult<GameList>;
  summaryOf: (list: GameList | undefined) => string;
  /** Their fields, and what the summary says of those that are set. */
  filters?: readonly { field: ReactNode; summary: string | undefined }[];
}

/** A list of games that is searched, sorted, filtered and paged, all of it in the address (spec/games 4 and 5). */
export function GameListPage<Sort extends GameSort | FreeSort>(props: GameListPageProps<Sort>) {
  const { to, title, searchLabel, loadFailed, state, sorts, query, summaryOf, filters = [] } = props;
  const text = useListText();
  const show = useShowList<Sort>(to);
  const list = query.isPlaceholderData ? undefined : query.data;
  // one history entry per search, not one per pause in typing
  const search = useTypedSearch(state.search, (typed) => show({ search: typed }, state.search !== ""));
  const addressOf = (change: Partial<ListState<Sort>>) =>
    `${to}${writeAddressSearch({ ...toListSearch({ ...state, ...change }) })}`;
  const hasFilters = Object.values(readFilters(state)).some((value) => value !== undefined);
  const clear = (change: Partial<ListState<Sort>>, label: string) => (
    <ActionLink
      path={addressOf({ ...change, page: 1 })}
      onActivate={() => {
        if (change.search === "") search.setTyped("");
        void show(change);
      }}
      className={buttonStyle("secondary")}
    >
      {label}
    </ActionLink>
  );

  if (query.error && !list) {
    return <LoadFailed level={1} error={query.error} message={loadFailed} onRetry={() => query.refetch()} />;
  }
  return (
    <div className="page-width py-6 sm:py-10">
      <h1 className="text-xl sm:text-2xl">{title}</h1>
      <form
        action={to}
        className={classNames(
          "mt-4 grid gap-2.5 sm:mt-6 lg:gap-3",
          filters.length > 0
            ? "grid-cols-2 sm:grid-cols-[1fr_11rem_8rem] lg:grid-cols-[1fr_10rem_8rem_auto]"
            : "lg:grid-cols-[1fr_auto]",
        )}
        onSubmit={(event) => {
          event.preventDefault();
          search.applyNow();
        }}
      >
        <SearchField
          label={searchLabel}
          placeholder={searchLabel}
          clearLabel={text("browse.empty_box")}
          submitLabel={text("header.search_submit")}
          value={search.typed}
          onChange={search.setTyped}
          className="max-sm:col-span-full"
        />
        {filters.map(({ field }) => field)}
        <SubmittedSort {...toListSearch(state)} />
        <div className="col-span-full lg:col-span-1">
          <SortButtons
            label={text("browse.sort")}
            sorts={sorts}
            active={state.sort}
            order={state.order}
            onToggle={(sort) => show(toggleSort(state, sort))}
            addressOf={(sort) => addressOf(toggleSort(state, sort))}
          />
        </div>
      </form>
      <GameResults
        to={to}
        list={list}
        page={state.page}
        totalPages={query.data?.totalPages ?? 0}
        search={state.search}
        summary={[
          summaryOf(list),
          state.search && text("browse.showing_search", { search: state.search }),
          ...filters.map(({ summary }) => summary),
        ]
          .filter(Boolean)
          .join(" ")}
        emptyAction={
          state.search
            ? clear({ search: "" } as Partial<ListState<Sort>>, text("browse.clear_search"))
            : hasFilters && clear(readFilters({}) as Partial<ListState<Sort>>, text("browse.clear_store"))
        }
        free={to === "/free"}
      />
    </div>
  );
}

/** Navigates to another state of the list, at page 1 unless the change names one. */
export function useShowList<Sort extends GameSort | FreeSort>(to: "/games" | "/free") {
  const navigate = useNavigate();
  return (change: Partial<ListState<Sort>>, replace = false) => {
    // of the latest address, whose page may not be rendered yet
    const search = (latest: ListSearch<Sort>) => toListSearch({ ...toListState(latest), page: 1, ...change });
    return navigate({ to, search: search as never, replace, resetScroll: false });
  };
}
