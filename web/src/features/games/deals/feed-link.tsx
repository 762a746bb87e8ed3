import type { DealSection } from "contract/games/deals.ts";
import Rss from "lucide-react/icons/rss";
import { useCountry } from "../../../api/market.ts";
import { writeAddressSearch } from "../../../page/address-search.ts";
import { useDealText } from "./deal-text.ts";

/** The feed of a section, in the visitor's market. */
export function FeedLink({ section, store }: { section: DealSection; store: string | undefined }) {
  const text = useDealText();
  const name = text("deals.feed_of", { section: text(`deals.section.${section}`) });
  return (
    <a
      href={`/feeds/deals/${section}.rss${writeAddressSearch({ store, country: useCountry() })}`}
      title={name}
      aria-label={name}
      className="grid size-9 place-items-center rounded-md text-muted hover:bg-sunken hover:text-text"
    >
      <Rss aria-hidden className="size-4.5" />
    </a>
  );
}
