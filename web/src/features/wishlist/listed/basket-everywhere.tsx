import { useQuery } from "@tanstack/react-query";
import { myStoresTexts } from "contract/content-strings/defaults/personal/my-stores.ts";
import type { BasketOption } from "contract/wishlist/schema.ts";
import { useMoney } from "../../../api/market.ts";
import { useTextOf } from "../../../api/texts.ts";
import { isFiltering, rememberStores, useRememberedStores } from "../../my-stores/store-choice.ts";
import type { BasketQueries } from "./basket-queries.ts";

interface BasketEverywhereProps {
  /** The option at the chosen stores. */
  option: BasketOption;
  query: BasketQueries["everywhere"];
}

/** The savings of the basket at all stores, for visitors who have chosen some, with a button that shows all. */
export function BasketEverywhere({ option, query }: BasketEverywhereProps) {
  const text = useTextOf(myStoresTexts);
  const { format } = useMoney();
  const remembered = useRememberedStores();
  const { data } = useQuery({ ...query, enabled: isFiltering(remembered) });
  if (!remembered || !data || !isFiltering(remembered)) return null;
  const { total, items } = data.with_keyshops;
  // only comparable with the same number of games
  if (items.length !== option.items.length || total >= option.total) return null;
  return (
    <p className="figures mt-2 flex flex-wrap items-center gap-x-3 text-sm text-muted">
      {text("my_stores.basket_less", { amount: format(option.total - total) })}
      <button
        type="button"
        className="inline-flex min-h-9 items-center text-accent-text hover:underline"
        onClick={() => rememberStores({ ...remembered, paused: true })}
      >
        {text("my_stores.show_all")}
      </button>
    </p>
  );
}
