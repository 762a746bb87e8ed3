import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useCall } from "../accounts/session.ts";
import { writeAddressSearch } from "../address-search.ts";
import { ActionLink } from "../layouts/action-link.tsx";
import { buttonStyle } from "../ui/button-style.ts";
import { SearchField } from "../ui/search-field.tsx";
import { GameResults } from "./game-results.tsx";
import { type FreeState, freeSorts, pressSort, toListSearch } from "./list-search.ts";
import { useListText } from "./list-text.ts";
import { LoadFailed } from "./load-failed.tsx";
import { freeGamesQuery } from "./queries.ts";
import { KeptSort, SortButtons } from "./sort-buttons.tsx";
import { useTypedSearch } from "./use-typed-search.ts";

/** The games that a store gives away, with search, sorts and pages of their own (spec/games 5). */
export function FreePage({ state }: { state: FreeState }) {
  const text = useListText();
  const navigate = useNavigate();
  const query = useQuery({ ...freeGamesQuery(useCall(), state), placeholderData: keepPreviousData });
  const list = query.isPlaceholderData ? undefined : query.data;

  const show = (change: Partial<FreeState>, replace = false) =>
    navigate({ to: "/free", search: toListSearch({ ...state, page: 1, ...change }), replace, resetScroll: false });
  const search = useTypedSearch(state.search, (typed) => show({ search: typed }, state.search !== ""));
  const addressOf = (next: typeof state) => `/free${writeAddressSearch({ ...toListSearch(next) })}`;
  const clearSearch = () => {
    search.setTyped("");
    void show({ search: "" });
  };

  if (query.error && !list) {
    return <LoadFailed level={1} error={query.error} message="free.load_failed" onRetry={() => query.refetch()} />;
  }
  return (
    <div className="page-width py-6 sm:py-10">
      <h1 className="text-xl sm:text-2xl">{text("free.title")}</h1>
      <form
        action="/free"
        className="mt-4 grid gap-2.5 sm:mt-6 lg:grid-cols-[1fr_auto] lg:gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          search.applyNow();
        }}
      >
        <SearchField
          label={text("free.search")}
          placeholder={text("free.search")}
          clearLabel={text("browse.empty_box")}
          submitLabel={text("header.search_submit")}
          value={search.typed}
          onChange={search.setTyped}
        />
        <KeptSort {...toListSearch(state)} />
        <SortButtons
          label={text("browse.sort")}
          sorts={freeSorts.map((sort) => ({ sort, name: text(`free.sort.${sort}`) }))}
          active={state.sort}
          order={state.order}
          onPress={(sort) => show(pressSort(state, sort))}
          addressOf={(sort) => addressOf(pressSort(state, sort))}
        />
      </form>
      <GameResults
        to="/free"
        list={list}
        page={state.page}
        totalPages={query.data?.totalPages ?? 0}
        search={state.search}
        summary={[
          text("free.count", { total: list?.totalGames ?? 0 }),
          state.search && text("browse.showing_search", { search: state.search }),
        ]
          .filter(Boolean)
          .join(" ")}
        emptyAction={
          state.search && (
            <ActionLink
              path={addressOf({ ...state, search: "", page: 1 })}
              onPress={clearSearch}
              className={buttonStyle("secondary")}
            >
              {text("browse.clear_search")}
            </ActionLink>
          )
        }
        free
      />
    </div>
  );
}
