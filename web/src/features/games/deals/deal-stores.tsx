import { Link } from "@tanstack/react-router";
import { useStores } from "../../../api/stores.ts";
import { StoreName } from "../../prices/store-name.tsx";
import type { DealSearch } from "./deal-search.ts";
import { useDealText } from "./deal-text.ts";

const linkStyle =
  "inline-flex min-h-9 items-center rounded-full border border-border bg-raised px-3 text-sm hover:border-border-strong " +
  "aria-[current=true]:border-accent-text aria-[current=true]:font-semibold";

/** Links to the deals of each store. */
export function DealStores({ search: { section, store } }: { search: DealSearch }) {
  const text = useDealText();
  return (
    <nav aria-label={text("deals.stores")} className="mt-4 flex flex-wrap gap-2">
      {[undefined, ...useStores().stores.map(({ key }) => key)].map((key) => (
        <Link
          key={key ?? ""}
          to="/deals"
          search={{ section, store: key }}
          resetScroll={false}
          aria-current={key === store ? "true" : undefined}
          className={linkStyle}
        >
          {key === undefined ? text("deals.all_stores") : <StoreName store={key} />}
        </Link>
      ))}
    </nav>
  );
}
