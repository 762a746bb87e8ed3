import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { formatPrice } from "contract/core/money.ts";
import { type StoreKey, storeOf, stores } from "contract/stores.ts";
import { useCall } from "../../../api/session.ts";
import { useTypedSearch } from "../../../page/use-typed-search.ts";
import { AmountField } from "../../../ui/amount-field.tsx";
import { Select } from "../../../ui/select.tsx";
import { gameListQuery } from "../queries.ts";
import { GameListPage, useShowList } from "./game-list-page.tsx";
import { type BrowseState, browseSorts, readFilters } from "./list-search.ts";
import { useListText } from "./list-text.ts";

/** All games (spec/games 4). */
export function BrowsePage({ state }: { state: BrowseState }) {
  const text = useListText();
  const query = useQuery({ ...gameListQuery(useCall(), state), placeholderData: keepPreviousData });
  return (
    <GameListPage
      to="/games"
      title={text("browse.title")}
      searchLabel={text("browse.search")}
      loadFailed="browse.load_failed"
      state={state}
      sorts={browseSorts.map((sort) => ({ sort, name: text(`browse.sort.${sort}`) }))}
      query={query}
      summaryOf={(list) => text("browse.showing", { count: list?.games.length ?? 0, total: list?.totalGames ?? 0 })}
      filters={[
        {
          field: <StoreField key="store" selected={state.store} />,
          summary: state.store && text("browse.showing_store", { store: storeOf(state.store).name }),
        },
        {
          field: <MaxPriceField key="max_price" applied={state.max_price} />,
          summary:
            state.max_price === undefined
              ? undefined
              : text("browse.showing_max_price", { price: formatPrice(state.max_price) }),
        },
      ]}
    />
  );
}

function StoreField({ selected }: { selected: StoreKey | undefined }) {
  const text = useListText();
  const show = useShowList("/games");
  return (
    <Select
      label={text("browse.store")}
      name="store"
      value={selected ?? ""}
      onChange={(event) => show({ store: readFilters({ store: event.target.value }).store })}
    >
      <option value="">{text("browse.all_stores")}</option>
      {stores.map((store) => (
        <option key={store.key} value={store.key}>
          {store.name}
        </option>
      ))}
    </Select>
  );
}

function MaxPriceField({ applied }: { applied: number | undefined }) {
  const text = useListText();
  const show = useShowList("/games");
  const parse = (price: string) => readFilters({ max_price: price.trim() }).max_price;
  const { typed, setTyped } = useTypedSearch(String(applied ?? ""), (price) => show({ max_price: parse(price) }));
  return (
    <AmountField
      label={text("browse.max_price")}
      name="max_price"
      value={typed}
      onChange={setTyped}
      isInvalid={typed.trim() !== "" && parse(typed) === undefined}
    />
  );
}
