import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { homeTexts } from "contract/content-strings/defaults/home.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import PiggyBank from "lucide-react/icons/piggy-bank";
import Scale from "lucide-react/icons/scale";
import Star from "lucide-react/icons/star";
import type { ComponentType } from "react";
import { useCountry } from "../../api/market.ts";
import { useCall } from "../../api/session.ts";
import { useSite } from "../../api/site.ts";
import { useTextOf } from "../../api/texts.ts";
import { buttonStyle } from "../../ui/button-style.ts";
import { GameArt } from "../images/game-art.tsx";
import { BestPrice } from "../prices/best-price.tsx";
import { LowNote } from "../prices/low-badge.tsx";
import { SaleEnd } from "../prices/sale-end.tsx";
import { StoreWithKind } from "../prices/store-name.tsx";
import { topDealsQuery } from "./deals/top-deals-query.ts";
import { GameLink } from "./game-link.tsx";
import { GameSearchForm } from "./game-search-form.tsx";
import { GameGrid } from "./list/game-grid.tsx";
import { averageSavingsQuery, homepageGamesQuery } from "./queries.ts";

/** Hero, the best rated games, and the site's features (spec/games 3). */
export function HomePage() {
  const text = useHomeText();
  const call = useCall();
  const { data: games } = useSuspenseQuery(homepageGamesQuery(call, useCountry()));
  return (
    <>
      <section className="border-b border-border bg-raised">
        <div className="page-width grid items-center gap-x-16 gap-y-10 py-10 sm:py-16 lg:grid-cols-[1.15fr_1fr]">
          <div className="max-w-xl">
            <h1 className="text-2xl font-semibold sm:text-3xl">{text("home.hero_title")}</h1>
            <p className="mt-4 text-md text-muted">{text("home.hero_text")}</p>
            <div className="mt-7 flex flex-col gap-3 sm:flex-row">
              <GameSearchForm size="large" className="grow" />
              <Link to="/games" className={buttonStyle("primary", "large")}>
                {text("home.hero_action")}
              </Link>
            </div>
          </div>
          <TopDeals />
        </div>
      </section>

      <section aria-labelledby="top-rated" className="page-width py-10 sm:py-14">
        <div className="mb-5 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
          <h2 id="top-rated" className="text-lg sm:text-xl">
            {text("home.top_rated")}
          </h2>
          <Link
            to="/games"
            className="inline-flex min-h-9 items-center gap-1.5 text-sm font-medium text-accent-text hover:underline"
          >
            {text("home.view_all")}
            <ArrowRight aria-hidden className="size-4" />
          </Link>
        </div>
        {games.length === 0 ? (
          <p className="text-muted">{text("browse.empty")}</p>
        ) : (
          <GameGrid games={games} places={12} level={3} />
        )}
      </section>

      <section className="page-width pb-4">
        <div className="grid divide-y divide-border border-y border-border md:grid-cols-3 md:divide-x md:divide-y-0">
          <Feature
            icon={Scale}
            title={text("home.feature.comparison_title")}
            description={text("home.feature.comparison_text")}
          />
          <Feature
            icon={Star}
            title={text("home.feature.ratings_title")}
            description={text("home.feature.ratings_text")}
          />
          <AverageSavings />
        </div>
      </section>
    </>
  );
}

function AverageSavings() {
  const text = useHomeText();
  const fallback = useSite().default_savings_percentage;
  const average = useQuery(averageSavingsQuery(useCall(), useCountry())).data ?? fallback;
  return (
    <Feature
      icon={PiggyBank}
      title={text("home.feature.savings_title")}
      value={text("home.feature.savings_value", { percentage: average.toFixed(1) })}
      description={text("home.feature.savings_text")}
    />
  );
}

function Feature({
  icon: Icon,
  title,
  value,
  description,
}: {
  icon: ComponentType<{ className?: string; "aria-hidden"?: boolean }>;
  title: string;
  value?: string;
  description: string;
}) {
  return (
    <div className="flex gap-4 py-6 md:px-6 md:py-8 md:first:pl-0 md:last:pr-0">
      <Icon aria-hidden className="mt-0.5 size-6 shrink-0 text-accent-text" />
      <div>
        <h2 className="flex flex-wrap items-baseline gap-x-2 text-md">
          {title}
          {value && <span className="figures text-lg text-accent-text">{value}</span>}
        </h2>
        <p className="mt-1 text-muted">{description}</p>
      </div>
    </div>
  );
}

/** The best deals right now; nothing if there are none, or if they could not be loaded. */
function TopDeals() {
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
                <span className="line-clamp-4 font-medium group-hover:underline">{deal.title}</span>
                <BestPrice game={deal} />
                <span className="flex flex-wrap gap-x-3 text-sm text-muted">
                  {deal.best_store && <StoreWithKind store={deal.best_store} />}
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

/** Reads the texts of the home page and those of all pages. */
const useHomeText = () => useTextOf(homeTexts);
