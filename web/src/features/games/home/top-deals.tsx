import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useCountry } from "../../../api/market.ts";
import { useCall } from "../../../api/session.ts";
import { GameArt } from "../../images/game-art.tsx";
import { BestPrice } from "../../prices/best-price.tsx";
import { LowNote } from "../../prices/low-badge.tsx";
import { SaleEnd } from "../../prices/sale-end.tsx";
import { StoreName } from "../../prices/store-name.tsx";
import { topDealsQuery } from "../deals/top-deals-query.ts";
import { GameLink } from "../game-link.tsx";
import { useHomeText } from "./home-text.ts";

/** The best deals right now; nothing if there are none, or if they could not be loaded. */
export function TopDeals() {
  const text = useHomeText();
  const { data: deals = [] } = useQuery(topDealsQuery(useCall(), useCountry()));
  if (deals.length === 0) return null;
  return (
    <section aria-labelledby="top-deals" className="min-w-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="top-deals" className="text-sm font-medium text-muted">
          {text("home.deals_title")}
        </h2>
        <Link
          to="/deals"
          className="inline-flex min-h-9 items-center gap-1.5 text-sm font-medium text-accent-text hover:underline"
        >
          {text("home.all_deals")}
          <ArrowRight aria-hidden className="size-4" />
        </Link>
      </div>
      <ol className="divide-y divide-border">
        {deals.map((deal) => (
          <li key={deal.id}>
            <GameLink id={deal.id} className="group grid grid-cols-[6.5rem_1fr] items-center gap-x-4 py-3">
              <GameArt
                gameId={deal.id}
                version={deal.picture_version}
                alt={null}
                variant="landscape"
                sizes="104px"
                load="soon"
                className="aspect-[460/215] rounded-sm"
              />
              <span className="min-w-0">
                <span className="line-clamp-2 font-medium group-hover:underline">{deal.title}</span>
                <BestPrice game={deal} />
                <span className="flex flex-wrap gap-x-3 text-sm text-muted">
                  {deal.best_store && <StoreName store={deal.best_store} />}
                  <LowNote game={deal} />
                  {deal.sale_ends_at && <SaleEnd at={deal.sale_ends_at} />}
                </span>
              </span>
            </GameLink>
          </li>
        ))}
      </ol>
    </section>
  );
}
