import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useCountry } from "../../../api/market.ts";
import { useCall } from "../../../api/session.ts";
import { useStores } from "../../../api/stores.ts";
import { StoreName } from "../../prices/store-name.tsx";
import type { DealSearch } from "./deal-search.ts";
import { useDealText } from "./deal-text.ts";
import { dealStoresQuery } from "./deals-query.ts";

const linkStyle =
  "inline-flex min-h-9 shrink-0 items-center rounded-full border border-border bg-raised px-3 text-sm hover:border-border-strong " +
  "aria-[current]:border-accent-text aria-[current]:bg-accent aria-[current]:text-on-accent aria-[current]:font-semibold";

/** Links to the deals of each store that has some, and of the chosen one. */
export function DealStores({ search: { section, store } }: { search: DealSearch }) {
  const text = useDealText();
  const { data: withDeals = [] } = useQuery(dealStoresQuery(useCall(), useCountry()));
  const keys = useStores()
    .stores.map(({ key }) => key)
    .filter((key) => key === store || withDeals.includes(key));
  return (
    <nav
      aria-label={text("deals.stores")}
      className="scroll-row mt-4 flex gap-2 max-sm:overflow-x-auto max-sm:pb-2 sm:flex-wrap"
    >
      {[undefined, ...keys].map((key) => (
        <Link
          key={key ?? ""}
          to="/deals"
          search={{ section, store: key }}
          resetScroll={false}
          // otherwise the link to all stores is active, too
          activeOptions={{ exact: true, includeSearch: true }}
          aria-current={key === store ? "true" : undefined}
          className={linkStyle}
        >
          {key === undefined ? text("deals.all_stores") : <StoreName store={key} />}
        </Link>
      ))}
    </nav>
  );
}
