import { keepPreviousData, useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useRouter, useSearch } from "@tanstack/react-router";
import { formatCount } from "contract/core/counts.ts";
import { defaultPageSize } from "contract/core/pagination.ts";
import type { LandingKind } from "contract/games/landing/rules.ts";
import type { LandingPage as Landing } from "contract/games/landing/schema.ts";
import { cutBadge } from "contract/games/rules.ts";
import type { GameList } from "contract/games/schema.ts";
import { firstOrder } from "contract/games/sorting.ts";
import ChevronRight from "lucide-react/icons/chevron-right";
import SearchX from "lucide-react/icons/search-x";
import SlidersHorizontal from "lucide-react/icons/sliders-horizontal";
import type { ComponentType, ReactNode } from "react";
import { useCountry, useMoney } from "../../../api/market.ts";
import { marketPath } from "../../../api/market-address.ts";
import { useCall } from "../../../api/session.ts";
import { writeAddressSearch } from "../../../page/address-search.ts";
import { FeedLink } from "../../../page/feed-link.tsx";
import { HeldJsonLd, JsonLd } from "../../../page/json-ld.tsx";
import { ListPager } from "../../../page/list-pager.tsx";
import { LoadFailed } from "../../../page/load-failed.tsx";
import { SortButtons } from "../../../page/sort-buttons.tsx";
import { buttonStyle } from "../../../ui/button-style.ts";
import { Notice } from "../../../ui/notice.tsx";
import { GameCard, RowHead } from "../game-card.tsx";
import { GameGrid } from "../list/game-grid.tsx";
import HiddenExplicit from "../list/hidden-explicit.tsx";
import {
  defaultLandingSort,
  type LandingSearch,
  type LandingSort,
  landingSorts,
  toLandingSearch,
} from "./landing-search.ts";
import { nameOf, titleOf, useLandingText } from "./landing-text.ts";
import { PopularGenres } from "./popular-genres-later.ts";
import { landingDealsQuery, landingGamesQuery, landingPageQuery } from "./queries.ts";

/** The games of a genre, tag, developer or store, or under a price, with facts about them (spec/games 9). */
export function LandingPage({ kind }: { kind: LandingKind }) {
  const { slug = "" } = useParams({ strict: false });
  const shown = useSearch({ strict: false }) as LandingSearch;
  const { page = 1, sort = defaultLandingSort } = shown;
  const order = shown.order ?? firstOrder(sort);
  const navigate = useNavigate();
  const text = useLandingText();
  const call = useCall();
  const country = useCountry();
  const { format } = useMoney();
  const { data: landing } = useSuspenseQuery(landingPageQuery(call, kind, slug, country));
  const query = useQuery({
    ...landingGamesQuery(call, landing, { page, sort, order }, country),
    placeholderData: keepPreviousData,
  });
  const list = query.isPlaceholderData ? undefined : query.data;
  const name = nameOf(landing, format);
  const path = `/${kind}/${encodeURIComponent(slug)}`;
  // as on lists: the active sort flips
  const searchOf = (next: LandingSort) =>
    toLandingSearch(next, next === sort ? (order === "ASC" ? "DESC" : "ASC") : firstOrder(next));
  const title = titleOf(landing, name, text);
  return (
    <div className="page-width py-4 sm:py-6">
      <LandingJsonLd key={`${kind} ${slug} ${page}`} landing={landing} title={title} list={list} page={page} />
      <Breadcrumbs current={title} />
      <h1 className="mt-3 text-xl sm:text-2xl">{title}</h1>
      <p className="mt-2 max-w-prose text-muted">{text(`landing.text.${kind}`, { name })}</p>
      <LandingFacts landing={landing} />
      {page === 1 && <BestDeals landing={landing} />}
      <div className="mt-6 mb-4 flex flex-wrap items-center gap-x-5 gap-y-2">
        <SortButtons
          label={text("browse.sort")}
          sorts={landingSorts.map((name) => ({ sort: name, name: text(`browse.sort.${name}`) }))}
          active={sort}
          order={order}
          onToggle={(name) => void navigate({ to: ".", search: searchOf(name) as never, resetScroll: false })}
          addressOf={(name) => marketPath(`${path}${writeAddressSearch({ ...searchOf(name) })}`, country)}
        />
        <FilterLink filter={landing.filter} label={text("landing.filter")} />
        <FeedLink feed={{ name: "games", search: landing.filter }} label={text("landing.feed")} />
        <p role="status" className="figures ml-auto text-sm text-muted">
          {list && list.totalPages > 1 && text("browse.page", { current: page, total: list.totalPages })}
        </p>
      </div>
      <HiddenExplicit hidden={query.data?.hidden_explicit} />
      {query.error && !list ? (
        <LoadFailed level={2} error={query.error} message="browse.load_failed" onRetry={() => query.refetch()} />
      ) : list?.games.length === 0 ? (
        <Empty page={page} last={list.totalPages} />
      ) : (
        <GameGrid games={list?.games} places={Math.min(defaultPageSize, landing.count)} level={2} inView={4} />
      )}
      <div className="mt-8">
        <ListPager
          to="."
          searchOf={(to) => ({ ...toLandingSearch(sort, order), page: to === 1 ? undefined : to })}
          current={page}
          total={query.data?.totalPages ?? 0}
          loading={!list}
        />
      </div>
      <PopularGenres />
    </div>
  );
}

function FilterLink({ filter, label }: { filter: Landing["filter"]; label: string }) {
  return (
    <Link to="/games" search={filter as never} className={buttonStyle("secondary", "small")}>
      <SlidersHorizontal aria-hidden className="size-4" />
      {label}
    </Link>
  );
}

/** Shown if there are no games, or the page is past the last one. */
function Empty({ page, last }: { page: number; last: number }) {
  const text = useLandingText();
  if (last === 0) return <Notice icon={SearchX} title={text("browse.empty_title")} />;
  return (
    <Notice
      icon={SearchX}
      title={text("browse.past_end", { page })}
      actions={
        <Link to="." search={{} as never} className={buttonStyle("primary")}>
          {text("browse.first_page")}
        </Link>
      }
    >
      {text("browse.past_end_text", { last })}
    </Notice>
  );
}

const linkStyle = "inline-flex min-h-9 items-center text-muted hover:text-text hover:underline";

/** Breadcrumbs from the home page to this one. */
function Breadcrumbs({ current }: { current: string }) {
  const text = useLandingText();
  return (
    <nav aria-label={text("landing.breadcrumbs")} className="text-sm">
      <ol className="flex flex-wrap items-center gap-x-1.5">
        <Step>
          <Link to="/" className={linkStyle}>
            {text("header.nav.home")}
          </Link>
        </Step>
        <Step>
          <Link to="/games" className={linkStyle}>
            {text("header.nav.all_games")}
          </Link>
        </Step>
        <li aria-current="page" className="min-w-0 break-words">
          {current}
        </li>
      </ol>
    </nav>
  );
}

function Step({ children }: { children: ReactNode }) {
  return (
    <li className="flex items-center gap-1.5">
      {children}
      <ChevronRight aria-hidden className="size-3.5 text-muted" />
    </li>
  );
}

/** How many games there are, how many of them are on sale or at their low, and what a sale usually is. */
function LandingFacts({ landing }: { landing: Landing }) {
  const text = useLandingText();
  const { count, on_sale: onSale, at_low: atLow, typical_cut: typicalCut } = landing;
  const facts = [
    [text("landing.count"), formatCount(count)],
    [text("landing.on_sale"), formatCount(onSale)],
    [text("landing.at_low"), formatCount(atLow)],
    ...(typicalCut === null ? [] : [[text("landing.typical_cut"), cutBadge(typicalCut)]]),
  ];
  return (
    <dl className="mt-4 grid grid-cols-2 gap-x-10 gap-y-2 border-y border-border py-3 sm:flex sm:flex-wrap">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="figures text-md font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The games with the best scores among those of the page; nothing without any. */
function BestDeals({ landing }: { landing: Landing }) {
  const text = useLandingText();
  const { data: deals = [] } = useQuery(landingDealsQuery(useCall(), landing, useCountry()));
  if (deals.length === 0) return null;
  return (
    <section aria-labelledby="best-deals" className="mt-5">
      <RowHead id="best-deals" title={text("landing.best_deals")}>
        {null}
      </RowHead>
      <ol className="scroll-row card-row gap-3 sm:grid sm:grid-cols-3 sm:gap-5">
        {deals.map((deal) => (
          <li key={deal.id}>
            <GameCard game={deal} level={3} shape="large" load="soon" />
          </li>
        ))}
      </ol>
    </section>
  );
}

interface LandingJsonLdProps {
  landing: Landing;
  title: string;
  /** The games of the page. */
  list: GameList | undefined;
  page: number;
}

/** The page's breadcrumbs and its list of games, for search engines. */
const LandingJsonLd: ComponentType<LandingJsonLdProps> = import.meta.env.SSR ? WrittenJsonLd : () => <HeldJsonLd />;

function WrittenJsonLd({ landing: { kind, slug }, title, list, page }: LandingJsonLdProps) {
  const text = useLandingText();
  const country = useCountry();
  const { publicUrl } = useRouter().options.context;
  const address = (path: string) => new URL(marketPath(path, country), publicUrl || "http://localhost").href;
  const breadcrumbs = [
    { name: text("header.nav.home"), item: address("/") },
    { name: text("header.nav.all_games"), item: address("/games") },
    { name: title, item: address(`/${kind}/${encodeURIComponent(slug)}`) },
  ];
  const games = (list?.games ?? []).map(({ id, title }) => ({ name: title, url: address(`/games/${id}`) }));
  return (
    <JsonLd
      data={{
        "@context": "https://schema.org",
        "@graph": [
          { "@type": "BreadcrumbList", itemListElement: listItems(breadcrumbs, 1) },
          {
            "@type": "ItemList",
            name: title,
            numberOfItems: list?.totalGames ?? 0,
            itemListElement: listItems(games, (page - 1) * defaultPageSize + 1),
          },
        ],
      }}
    />
  );
}

function listItems(items: readonly object[], first: number) {
  return items.map((item, index) => ({ "@type": "ListItem", position: first + index, ...item }));
}
