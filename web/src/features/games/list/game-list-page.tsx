import type { UseQueryResult } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { defaultPageSize } from "contract/core/pagination.ts";
import type { GameList } from "contract/games/schema.ts";
import type { GameSort } from "contract/games/sorting.ts";
import SearchX from "lucide-static/icons/search-x.svg?react";
import { type ReactNode, Suspense, useDeferredValue, useMemo, useRef } from "react";
import { useAddress } from "../../../api/market.ts";
import { writeAddressSearch } from "../../../page/address-search.ts";
import { ActionLink } from "../../../page/links.tsx";
import { ListPager } from "../../../page/list-pager.tsx";
import { LoadFailed } from "../../../page/load-failed.tsx";
import { hasOwnSearch, usePageSearch } from "../../../page/page-search.ts";
import { SortButtons, SubmittedSort } from "../../../page/sort-buttons.tsx";
import { useTypedSearch } from "../../../page/use-typed-search.ts";
import { buttonStyle } from "../../../ui/button-style.ts";
import { classNames } from "../../../ui/class-names.ts";
import { Notice } from "../../../ui/notice.tsx";
import { SearchField } from "../../../ui/search-field.tsx";
import { OfficialField } from "../game-search-form.tsx";
import { rememberSearch } from "../suggest/recent-searches.ts";
import { CompactList } from "./filters/finder-parts.ts";
import { GameGrid } from "./game-grid.tsx";
import { countFilters, readFilters } from "./list-filters.ts";
import { listForm, summaryId } from "./list-form.ts";
import { isPastEnd } from "./list-head.ts";
import {
  changeList,
  type FreeSort,
  freePlace,
  type ListPlace,
  type ListSearch,
  type ListState,
  toggleSort,
  toListSearch,
} from "./list-search.ts";
import { useListText } from "./list-text.ts";
import { useShowList } from "./use-show-list.ts";

interface GameListPageProps<Sort extends string> {
  place: ListPlace<Sort>;
  /** Heading and further content above the list. */
  head: ReactNode;
  searchLabel: string;
  loadFailed: "browse.load_failed" | "free.load_failed";
  address: ListSearch<Sort>;
  state: ListState<Sort>;
  sorts: readonly { sort: Sort; name: string }[];
  query: UseQueryResult<GameList>;
  summaryOf: (list: GameList | undefined) => string;
  /** The summary with the filters that it describes. */
  describeFilters?: (games: string) => string;
  /** Beside the list. */
  panel?: ReactNode;
  /** Beside the sort buttons; on phones a bar of its own. */
  tools?: ReactNode;
  /** Between the tools and the summary. */
  notices?: ReactNode;
  /** Further suggestions for an empty list. */
  emptyHints?: ReactNode;
}

/** A list of games that is searched, sorted, filtered and paged, all of it in the address (spec/games 4 and 5). */
export function GameListPage<Sort extends GameSort | FreeSort>(props: GameListPageProps<Sort>) {
  const { place, head, searchLabel, loadFailed, address, state, sorts, query, summaryOf, describeFilters } = props;
  const { panel, tools, notices, emptyHints } = props;
  const text = useListText();
  const show = useShowList(place);
  const path = useAddress()(place.path);
  const form = useRef<HTMLFormElement>(null);
  usePageSearch(form, hasOwnSearch(place.path));
  const list = query.isPlaceholderData ? undefined : query.data;
  // one history entry per search, not one per pause in typing
  const search = useTypedSearch(state.search, (typed) =>
    show({ search: typed } as Partial<ListState<Sort>>, state.search !== ""),
  );
  const addressOf = (change: Partial<ListState<Sort>>) =>
    `${path}${writeAddressSearch({ ...changeList(address, change, place.sorts) })}`;
  const clear = (change: Partial<ListState<Sort>>, label: string) => (
    <ActionLink
      href={addressOf(change)}
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
  const games = summaryOf(list);
  const summary = state.search ? text("browse.showing_search", { games, search: state.search }) : games;
  const results = (
    <GameResults
      list={list}
      page={state.page}
      totalPages={query.data?.totalPages ?? 0}
      search={state.search}
      view={state.view}
      summary={describeFilters?.(summary) ?? summary}
      emptyAction={
        <>
          {state.search && clear({ search: "" } as Partial<ListState<Sort>>, text("browse.clear_search"))}
          {countFilters(state) > 0 && clear(readFilters({}) as Partial<ListState<Sort>>, text("browse.clear_store"))}
        </>
      }
      emptyHints={emptyHints}
      free={place.path === freePlace.path}
    />
  );
  const sortButtons = (
    <SortButtons
      label={text("browse.sort")}
      sorts={sorts}
      active={state.sort}
      order={state.order}
      onToggle={(sort) => show(toggleSort(state, sort))}
      addressOf={(sort) => addressOf(toggleSort(state, sort))}
    />
  );
  return (
    <div className="page-width py-4 sm:py-6">
      {head}
      <div
        className={classNames(
          "mt-4 sm:mt-6",
          panel !== undefined &&
            "lg:grid lg:grid-cols-[16rem_minmax(0,1fr)] lg:grid-rows-[auto_auto_1fr] lg:gap-x-8 lg:gap-y-3",
        )}
      >
        <form
          ref={form}
          id={listForm}
          action={path}
          className="lg:col-start-2"
          onSubmit={(event) => {
            event.preventDefault();
            rememberSearch(search.typed);
            search.applyNow();
          }}
        >
          {/* no suggestions, which would cover the results that change below */}
          <SearchField
            label={searchLabel}
            placeholder={searchLabel}
            clearLabel={text("browse.empty_box")}
            submitLabel={text("header.search_submit")}
            value={search.typed}
            onChange={search.setTyped}
          />
          <SubmittedSort {...toListSearch(state, place.sorts)} />
          {state.view && <input type="hidden" name="view" value={state.view} />}
          <OfficialField />
        </form>
        {/* on phones the tools stay in view while the list scrolls, so no box may surround them there */}
        <div className="max-lg:contents lg:col-start-2 lg:flex lg:items-center lg:gap-3">
          <div className={panel === undefined ? "mt-2.5" : "max-lg:mt-2.5"}>{sortButtons}</div>
          {tools}
        </div>
        {panel}
        <div className="min-w-0 lg:col-start-2">
          {notices}
          {results}
        </div>
      </div>
    </div>
  );
}

interface GameResultsProps {
  /** `undefined` while the page of results loads. */
  list: GameList | undefined;
  page: number;
  /** The number of the previous results while new ones load. */
  totalPages: number;
  search: string;
  /** A line that describes the results. */
  summary: ReactNode;
  view: "list" | undefined;
  /** The actions shown when nothing was found, and what follows them. */
  emptyAction?: ReactNode;
  emptyHints?: ReactNode;
  free?: boolean;
}

/** Summary, cards and pager, or an empty state. */
function GameResults(props: GameResultsProps) {
  const { list, page, totalPages, search, summary, view, emptyAction, emptyHints, free } = props;
  const text = useListText();
  if (list && isPastEnd(list)) return <PastEnd page={page} last={list.totalPages} />;
  return (
    <>
      <p
        id={summaryId}
        tabIndex={-1}
        role="status"
        className="figures my-4 flex min-h-5 flex-wrap justify-between gap-x-4 text-sm text-muted outline-none sm:mb-5"
      >
        {list && list.totalGames > 0 ? (
          <>
            <span>{summary}</span>
            <span>{text("browse.page", { current: list.currentPage, total: list.totalPages })}</span>
          </>
        ) : (
          <span className="sr-only">{text(list ? "browse.empty_title" : "browse.loading")}</span>
        )}
      </p>
      {list?.games.length === 0 ? (
        <>
          <Notice icon={SearchX} title={text("browse.empty_title")} actions={emptyAction}>
            {!search
              ? text("browse.empty")
              : text(list.hidden_explicit > 0 ? "browse.empty_explicit" : "browse.empty_search", { search })}
          </Notice>
          {emptyHints}
        </>
      ) : view === "list" ? (
        <ListRows games={list?.games} />
      ) : (
        <GameGrid games={list?.games} places={defaultPageSize} level={2} free={free} inView={4} />
      )}
      <div className="mt-8">
        <ListPager to="." searchOf={searchOfPage} current={page} total={totalPages} loading={!list} />
      </div>
    </>
  );
}

/** The rows hydrate after the list. Where a member's own list comes earlier, the server's rows stay until they have. */
function ListRows({ games }: { games: GameList["games"] | undefined }) {
  const shown = useDeferredValue(games);
  return useMemo(
    () => (
      <Suspense>
        <CompactList games={shown} />
      </Suspense>
    ),
    [shown],
  );
}

const searchOfPage = (page: number) => (search: ListSearch<never>) => ({
  ...search,
  page: page === 1 ? undefined : page,
});

/** Shown in place of a page past the last one. */
function PastEnd({ page, last }: { page: number; last: number }) {
  const text = useListText();
  return (
    <div role="status">
      <Notice
        icon={SearchX}
        title={text("browse.past_end", { page })}
        actions={
          <Link
            to="."
            search={((search: object) => ({ ...search, page: undefined })) as never}
            className={buttonStyle("primary")}
          >
            {text("browse.first_page")}
          </Link>
        }
      >
        {text("browse.past_end_text", { last })}
      </Notice>
    </div>
  );
}
