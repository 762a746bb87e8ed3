import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { homeTexts } from "contract/content-strings/defaults/home.ts";
import ArrowRight from "lucide-static/icons/arrow-right.svg?react";
import PiggyBank from "lucide-static/icons/piggy-bank.svg?react";
import Scale from "lucide-static/icons/scale.svg?react";
import Star from "lucide-static/icons/star.svg?react";
import type { ComponentType } from "react";
import { useCountry, useMarket, useMoney } from "../../api/market.ts";
import { useCall, useViewer } from "../../api/session.ts";
import { useSite } from "../../api/site.ts";
import { useLanguage, useTextOf } from "../../api/texts.ts";
import { GameTitle } from "../../page/game-title.tsx";
import { useLater } from "../../page/later-part.tsx";
import { buttonStyle } from "../../ui/button-style.ts";
import { GameArt } from "../images/game-art.tsx";
import { BestPrice } from "../prices/best-price.tsx";
import { LowNote } from "../prices/low-badge.tsx";
import { SaleEnd } from "../prices/sale-end.tsx";
import { StoreWithKind } from "../prices/store-name.tsx";
import { topDealsQuery } from "./deals/top-deals-query.ts";
import { CardRow, GameCard, RowHead, rowLinkStyle } from "./game-card.tsx";
import { GameLink } from "./game-link.tsx";
import { GameSearchForm } from "./game-search-form.tsx";
import { homeRowsQuery, lowestStep } from "./home-rows-query.ts";
import { GameGrid } from "./list/game-grid.tsx";
import { averageSavingsQuery, homepageGamesQuery } from "./queries.ts";

/** Hero, what is new today, the best rated games, and the site's features (spec/games 3). */
export function HomePage() {
  const text = useHomeText();
  const call = useCall();
  const { data: games } = useSuspenseQuery(homepageGamesQuery(call, useCountry()));
  const viewer = useViewer();
  const isSignedIn = viewer !== null && viewer !== "unknown";
  const FromWishlist = useLater(() => import("./from-wishlist.tsx"), isSignedIn);
  return (
    <>
      <section className="border-b border-border bg-raised">
        <div className="page-width grid items-center gap-x-16 gap-y-6 py-6 sm:py-8 lg:grid-cols-[1.15fr_1fr]">
          <div className="max-w-xl">
            <h1 className="text-xl font-semibold sm:text-2xl">{text("home.hero_title")}</h1>
            <p className="mt-2 text-muted">{text("home.hero_text")}</p>
            <div className="mt-4 flex flex-col gap-2.5 sm:flex-row">
              <GameSearchForm size="large" className="grow" />
              <Link to="/games" className={buttonStyle("primary", "large")}>
                {text("home.hero_action")}
              </Link>
            </div>
          </div>
          <TopDeals />
        </div>
      </section>

      <div id="from-wishlist">{isSignedIn && FromWishlist && <FromWishlist />}</div>
      <TodaysRows />

      <section aria-labelledby="top-rated" className="page-width pt-8 pb-8 sm:pt-10">
        <RowHead id="top-rated" title={text("home.top_rated")}>
          {games.length > 0 && (
            <Link to="/games" className={rowLinkStyle}>
              {text("home.view_all")}
              <ArrowRight aria-hidden className="size-4" />
            </Link>
          )}
        </RowHead>
        {games.length === 0 ? (
          <p className="text-muted">{text("browse.empty")}</p>
        ) : (
          <GameGrid games={games} places={12} level={3} isDense />
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

/** Where each row leads. */
const rowLinks = {
  popular: { to: "/games", search: { min_cut: 1, sort: "popularity" } },
  lows: { to: "/deals", search: { section: "lows" } },
  ending: { to: "/deals", search: { section: "ending" } },
  free: { to: "/free" },
  dropped: { to: "/deals", search: { section: "dropped" } },
} as const;

/** What changes every day, a line of cards each; rows without games are left out. */
function TodaysRows() {
  const text = useHomeText();
  const { currency } = useMarket();
  const { format } = useMoney();
  const { data: rows = [] } = useQuery(homeRowsQuery(useCall(), { country: useCountry(), currency }));
  const step = lowestStep(currency);
  return rows.map(({ name, games }) => {
    if (games.length === 0) return null;
    const title = text(`home.row.${name}`, { price: format(step) } as never);
    const link = name === "under" ? ({ to: "/under/$slug", params: { slug: String(step) } } as const) : rowLinks[name];
    return (
      <section key={name} aria-labelledby={`row-${name}`} className="page-width pt-8">
        <RowHead id={`row-${name}`} title={title}>
          <Link
            {...(link as { to: "/games" })}
            aria-label={text("home.see_all_of", { row: title })}
            className={rowLinkStyle}
          >
            {text("home.see_all")}
            <ArrowRight aria-hidden className="size-4" />
          </Link>
        </RowHead>
        <CardRow lines={1}>
          {games.map((game) => (
            <li key={game.id}>
              <GameCard game={game} level={3} />
            </li>
          ))}
        </CardRow>
      </section>
    );
  });
}

function AverageSavings() {
  const language = useLanguage();
  const text = useHomeText();
  const fallback = useSite().default_savings_percentage;
  const average = useQuery(averageSavingsQuery(useCall(), useCountry())).data ?? fallback;
  return (
    <Feature
      icon={PiggyBank}
      title={text("home.feature.savings_title")}
      value={text("home.feature.savings_value", { percentage: language.decimal(average) })}
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
    <div className="flex gap-3 py-3 md:px-6 md:py-4 md:first:ps-0 md:last:pe-0">
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-accent-text" />
      <div>
        <h2 className="flex flex-wrap items-baseline gap-x-2 text-base">
          {title}
          {value && <span className="figures text-accent-text">{value}</span>}
        </h2>
        <p className="text-sm text-muted">{description}</p>
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
            <GameLink id={deal.id} className="group grid grid-cols-[6.5rem_1fr] items-center gap-x-4 py-1.5">
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
                <span className="line-clamp-4 font-medium group-hover:underline">
                  <GameTitle game={deal} />
                </span>
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
