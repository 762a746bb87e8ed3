import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ListItem, UserList } from "contract/lists/schema.ts";
import Gamepad2 from "lucide-react/icons/gamepad-2";
import SearchX from "lucide-react/icons/search-x";
import { failedWith } from "../../../api/api-error.ts";
import { useCountry } from "../../../api/market.ts";
import { useCall } from "../../../api/session.ts";
import { buttonStyle } from "../../../ui/button-style.ts";
import { FailureNotice } from "../../../ui/failure-notice.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { BasketPanel } from "../../wishlist/listed/basket-panel.tsx";
import { ItemSkeletons } from "../../wishlist/listed/item-skeletons.tsx";
import { ListedGames } from "../../wishlist/listed/listed-games.tsx";
import { type ListedState, toListedSearch } from "../../wishlist/listed/listed-search.ts";
import { wishlistFailure } from "../../wishlist/wishlist-failure.ts";
import { useListsText } from "../lists-text.ts";
import { listBasketQueries, listItemsQuery, listQuery, pagesKey, wholeItemsQuery, wholeKey } from "../queries.ts";
import { useListChanges } from "../use-list-changes.ts";
import { ListHeader } from "./list-header.tsx";
import { ListItemCard } from "./list-item-card.tsx";
import { ListsPending } from "./lists-pending.tsx";

interface ListPageProps {
  id: number;
  state: ListedState;
}

/** One of the user's lists (spec/lists 3.2). */
export function ListPage({ id, state }: ListPageProps) {
  const text = useListsText();
  const { data, error, refetch } = useQuery(listQuery(useCall(), id));
  if (error && failedWith(error, "not_found")) {
    return (
      <Notice
        level={1}
        icon={SearchX}
        title={text("lists.not_found_title")}
        actions={
          <Link to="/lists/{-$id}" params={{ id: undefined }} className={buttonStyle("primary")}>
            {text("lists.all")}
          </Link>
        }
      >
        {text("lists.not_found_text")}
      </Notice>
    );
  }
  if (error && !data) {
    return (
      <FailureNotice level={1} title={text("lists.error_title")} retry={text("status.retry")} onRetry={refetch}>
        {wishlistFailure(error, text("lists.load_failed"))}
      </FailureNotice>
    );
  }
  if (!data) return <ListsPending />;
  const { list, share } = data;
  return (
    <div className="page-width py-4 sm:py-6">
      <ListHeader list={list} share={share} />
      {list.total === 0 ? (
        <Notice
          icon={Gamepad2}
          title={text("lists.empty_list_title")}
          actions={
            <Link to="/games" className={buttonStyle("primary")}>
              {text("lists.browse")}
            </Link>
          }
        >
          {text("lists.empty_list_text")}
        </Notice>
      ) : (
        <div className="mt-5 grid gap-x-8 gap-y-5 sm:mt-6 sm:gap-y-6 lg:grid-cols-[minmax(0,1fr)_21rem] lg:items-start">
          <div className="min-w-0 lg:sticky lg:top-20 lg:col-start-2">
            <ListBasket id={id} />
          </div>
          <Games list={list} state={state} />
        </div>
      )}
    </div>
  );
}

const toSearch = (state: ListedState) => toListedSearch(state, "display_order");

function Games({ list: { id }, state }: { list: UserList; state: ListedState }) {
  const text = useListsText();
  const call = useCall();
  const country = useCountry();
  const { reorder } = useListChanges();
  const query = useQuery({ ...listItemsQuery(call, id, state, country), placeholderData: keepPreviousData });
  if (query.error && (!query.data || query.isPlaceholderData)) {
    return (
      <FailureNotice title={text("lists.items_failed")} retry={text("status.retry")} onRetry={query.refetch}>
        {wishlistFailure(query.error, text("lists.load_failed"))}
      </FailureNotice>
    );
  }
  if (!query.data) return <ItemSkeletons />;
  return (
    <ListedGames<ListItem>
      label={text("lists.items")}
      path={`/lists/${id}`}
      state={state}
      toSearch={toSearch}
      query={query}
      whole={wholeItemsQuery(call, id, country)}
      ranking={{
        save: (places) => reorder(id, places),
        failure: "Failed to reorder list",
        wholeKey: wholeKey(id),
        pagesKey: pagesKey(id),
      }}
      loadFailed={text("lists.items_failed")}
      removedText={(title) => text("lists.removed", { title })}
      renderItem={(item, onRemoved) => <ListItemCard listId={id} item={item} onRemoved={onRemoved} />}
    />
  );
}

function ListBasket({ id }: { id: number }) {
  return <BasketPanel queries={listBasketQueries(useCall(), id, useCountry())} />;
}
