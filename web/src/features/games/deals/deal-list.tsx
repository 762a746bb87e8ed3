import { Link } from "@tanstack/react-router";
import { formatCount } from "contract/core/counts.ts";
import BadgePercent from "lucide-react/icons/badge-percent";
import { ListPager } from "../../../page/list-pager.tsx";
import { buttonStyle } from "../../../ui/button-style.ts";
import { Notice } from "../../../ui/notice.tsx";
import HiddenExplicit from "../list/hidden-explicit.tsx";
import type { DealSearch } from "./deal-search.ts";
import { useDealText } from "./deal-text.ts";
import { DealTile } from "./deal-tile.tsx";
import { dealPages, type ShownSection } from "./deals-query.ts";
import { FeedLink } from "./feed-link.tsx";
import { NoDeals } from "./no-deals.tsx";

/** All deals of a section, by pages. */
export function DealList(props: ShownSection & { search: DealSearch }) {
  const { section, deals, total, hidden_explicit: hidden, search } = props;
  const text = useDealText();
  const { store, page = 1 } = search;
  if (total === 0) {
    return (
      <>
        <HiddenExplicit hidden={hidden} />
        <NoDeals store={store} isSection />
      </>
    );
  }
  if (deals.length === 0) {
    return (
      <Notice
        icon={BadgePercent}
        title={text("deals.past_end", { page })}
        actions={
          <Link to="/deals" search={{ section, store }} className={buttonStyle("primary")}>
            {text("deals.first_page")}
          </Link>
        }
      />
    );
  }
  return (
    <>
      <div className="mt-4 mb-2 flex items-center justify-between">
        <p role="status" className="figures text-sm text-muted">
          {text("deals.count", { count: formatCount(total) })}
        </p>
        <FeedLink section={section} store={store} />
      </div>
      <HiddenExplicit hidden={hidden} />
      <ol className="grid grid-cols-2 gap-3 max-[22.5rem]:grid-cols-1 sm:gap-5 lg:grid-cols-3 xl:grid-cols-4">
        {deals.map((deal, place) => (
          <li key={deal.id}>
            <DealTile deal={deal} section={section} load={place === 0 ? "first" : place < 4 ? "soon" : "late"} />
          </li>
        ))}
      </ol>
      <div className="mt-8">
        <ListPager
          to="/deals"
          searchOf={(other) => ({ section, store, page: other === 1 ? undefined : other })}
          current={page}
          total={dealPages(total)}
          loading={false}
        />
      </div>
    </>
  );
}
