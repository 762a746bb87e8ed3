import { Link } from "@tanstack/react-router";
import { formatCount } from "contract/core/counts.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { TileRow } from "../tile/tile-row.tsx";
import { useDealText } from "./deal-text.ts";
import { DealTile } from "./deal-tile.tsx";
import type { ShownSection } from "./deals-query.ts";
import { FeedLink } from "./feed-link.tsx";

interface DealRowProps extends Omit<ShownSection, "hidden_explicit"> {
  store: string | undefined;
}

/** The first deals of a section, with links to all of them and to their feed; nothing for an empty section. */
export function DealRow({ section, deals, total, store }: DealRowProps) {
  const text = useDealText();
  const name = text(`deals.section.${section}`);
  if (deals.length === 0) return null;
  return (
    <section aria-labelledby={`deals-${section}`} className="mt-9 sm:mt-12">
      <div className="mb-3 flex flex-wrap items-center gap-x-4 sm:mb-4">
        <h2 id={`deals-${section}`} className="mr-auto text-lg">
          {name}
        </h2>
        <Link
          to="/deals"
          search={{ section, store }}
          aria-label={text("deals.see_all_of", { count: formatCount(total), section: name })}
          className="inline-flex min-h-9 items-center gap-1.5 text-sm font-medium text-accent-text hover:underline"
        >
          {text("deals.see_all", { count: formatCount(total) })}
          <ArrowRight aria-hidden className="size-4" />
        </Link>
        <FeedLink section={section} store={store} />
      </div>
      <TileRow>
        {deals.map((deal) => (
          <li key={deal.id}>
            <DealTile deal={deal} section={section} />
          </li>
        ))}
      </TileRow>
    </section>
  );
}
