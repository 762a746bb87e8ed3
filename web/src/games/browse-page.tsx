import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type StoreKey, storeOf, stores } from "contract/stores.ts";
import { useCall } from "../accounts/session.ts";
import { writeAddressSearch } from "../address-search.ts";
import { ActionLink } from "../layouts/action-link.tsx";
import { buttonStyle } from "../ui/button-style.ts";
import { SearchField } from "../ui/search-field.tsx";
import { Select } from "../ui/select.tsx";
import { GameResults } from "./game-results.tsx";
import { type BrowseState, browseSorts, pressSort, toListSearch } from "./list-search.ts";
import { useListText } from "./list-text.ts";
import { LoadFailed } from "./load-failed.tsx";
import { gameListQuery } from "./queries.ts";
import { KeptSort, SortButtons } from "./sort-buttons.tsx";
import { useTypedSearch } from "./use-typed-search.ts";

/** All games: searched, filtered by store, sorted and paged, all of it in the address (spec/games 4). */
export function BrowsePage({ state }: { state: BrowseState }) {
  const text = useListText();
  const navigate = useNavigate();
  const query = useQuery({ ...gameListQuery(useCall(), state), placeholderData: keepPreviousData });
  const list = query.isPlaceholderData ? undefined : query.data;

  const show = (change: Partial<BrowseState>, replace = false) =>
    navigate({ to: "/games", search: toListSearch({ ...state, page: 1, ...change }), replace, resetScroll: false });
  // one entry in the browser's history for a search, not one for each pause in typing
  const search = useTypedSearch(state.search, (typed) => show({ search: typed }, state.search !== ""));
  const addressOf = (next: typeof state) => `/games${writeAddressSearch({ ...toListSearch(next) })}`;
  const clearSearch = () => {
    search.setTyped("");
    void show({ search: "" });
  };

  if (query.error && !list) {
    return <LoadFailed level={1} error={query.error} message="browse.load_failed" onRetry={() => query.refetch()} />;
  }
  return (
    <div className="page-width py-6 sm:py-10">
      <h1 className="text-xl sm:text-2xl">{text("browse.title")}</h1>
      <form
        action="/games"
        className="mt-4 grid gap-2.5 sm:mt-6 sm:grid-cols-[1fr_12rem] lg:grid-cols-[1fr_12rem_auto] lg:gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          search.applyNow();
        }}
      >
        <SearchField
          label={text("browse.search")}
          placeholder={text("browse.search")}
          clearLabel={text("browse.empty_box")}
          submitLabel={text("header.search_submit")}
          value={search.typed}
          onChange={search.setTyped}
        />
        <Select
          label={text("browse.store")}
          name="store"
          value={state.store ?? ""}
          onChange={(event) => show({ store: (event.target.value || undefined) as StoreKey | undefined })}
        >
          <option value="">{text("browse.all_stores")}</option>
          {stores.map((store) => (
            <option key={store.key} value={store.key}>
              {store.name}
            </option>
          ))}
        </Select>
        <KeptSort {...toListSearch(state)} />
        <SortButtons
          label={text("browse.sort")}
          sorts={browseSorts.map((sort) => ({ sort, name: text(`browse.sort.${sort}`) }))}
          active={state.sort}
          order={state.order}
          onPress={(sort) => show(pressSort(state, sort))}
          addressOf={(sort) => addressOf(pressSort(state, sort))}
        />
      </form>
      <GameResults
        to="/games"
        list={list}
        page={state.page}
        totalPages={query.data?.totalPages ?? 0}
        search={state.search}
        summary={[
          text("browse.showing", { count: list?.games.length ?? 0, total: list?.totalGames ?? 0 }),
          state.search && text("browse.showing_search", { search: state.search }),
          state.store && text("browse.showing_store", { store: storeOf(state.store).name }),
        ]
          .filter(Boolean)
          .join(" ")}
        emptyAction={
          state.search ? (
            <ActionLink
              path={addressOf({ ...state, search: "", page: 1 })}
              onPress={clearSearch}
              className={buttonStyle("secondary")}
            >
              {text("browse.clear_search")}
            </ActionLink>
          ) : (
            state.store && (
              <ActionLink
                path={addressOf({ ...state, store: undefined, page: 1 })}
                onPress={() => show({ store: undefined })}
                className={buttonStyle("secondary")}
              >
                {text("browse.clear_store")}
              </ActionLink>
            )
          )
        }
      />
    </div>
  );
}
