import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Link, useParams, useRouter, useSearch } from "@tanstack/react-router";
import { defaultPageSize } from "contract/core/pagination.ts";
import type { LandingKind } from "contract/games/landing/rules.ts";
import type { LandingPage as Landing } from "contract/games/landing/schema.ts";
import { cutBadge } from "contract/games/rules.ts";
import ChevronRight from "lucide-static/icons/chevron-right.svg?react";
import { type ComponentType, type ReactNode, useState } from "react";
import { useAddress, useCountry, useMoney } from "../../../api/market.ts";
import { useCall } from "../../../api/session.ts";
import { useLanguage, useNames } from "../../../api/texts.ts";
import { shownTitle } from "../../../page/game-title.tsx";
import { HeldJsonLd, JsonLd } from "../../../page/json-ld.tsx";
import { GameCard, RowHead } from "../game-card.tsx";
import { BrowsePage } from "../list/browse-page.tsx";
import { topOptions } from "../list/filters/facets.ts";
import { useFinder } from "../list/filters/use-finder.ts";
import { useFacets } from "../list/filters/use-found-games.ts";
import { type BrowseSearch, narrowTo, toListState } from "../list/list-search.ts";
import { gameListQuery } from "../queries.ts";
import { landingPlace, showsDeals } from "./landing-search.ts";
import { nameOf, titleOf, useLandingText } from "./landing-text.ts";
import { NamedLinks } from "./named-links.tsx";
import { PopularGenres } from "./popular-genres-later.ts";
import { landingDealsQuery, landingPageQuery } from "./queries.ts";

/** The games of a genre, tag, developer or store, or under a price, with facts about them (spec/games 9). */
export function LandingPage({ kind }: { kind: LandingKind }) {
  const { slug = "" } = useParams({ strict: false });
  const { data: landing } = useSuspenseQuery(landingPageQuery(useCall(), kind, slug, useCountry()));
  // each has a list of its own
  return <LandingList key={`${kind} ${slug}`} landing={landing} />;
}

function LandingList({ landing }: { landing: Landing }) {
  const address = useSearch({ strict: false }) as BrowseSearch;
  const text = useLandingText();
  const { format } = useMoney();
  const place = landingPlace(landing);
  const name = nameOf(landing, { price: format, name: useNames(), text });
  const title = titleOf(landing, name, text);
  // they stay while the visitor searches and filters, so that nothing moves
  const [openedWhole] = useState(showsDeals(address));
  return (
    <BrowsePage
      place={place}
      address={address}
      head={
        <>
          <LandingJsonLd key={`${place.path} ${address.page}`} landing={landing} title={title} address={address} />
          <Breadcrumbs current={title} />
          <h1 className="mt-3 text-xl sm:text-2xl">{title}</h1>
          <p className="mt-2 max-w-prose text-muted">{text(`landing.text.${landing.kind}`, { name })}</p>
          <LandingFacts landing={landing} />
          {openedWhole && (address.page ?? 1) === 1 && <BestDeals landing={landing} />}
        </>
      }
      searchLabel={text("landing.search")}
    >
      <RelatedTags />
      <PopularGenres />
    </BrowsePage>
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
  const language = useLanguage();
  const text = useLandingText();
  const { count, on_sale: onSale, at_low: atLow, typical_cut: typicalCut } = landing;
  const facts = [
    ...(count > 0 ? [[text("landing.count"), language.count(count)]] : []),
    ...(onSale > 0 ? [[text("landing.on_sale"), language.count(onSale)]] : []),
    ...(atLow > 0 ? [[text("landing.at_low"), language.count(atLow)]] : []),
    ...(typicalCut === null ? [] : [[text("landing.typical_cut"), cutBadge(typicalCut, language)]]),
  ];
  if (facts.length === 0) return null;
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

/** The most frequent tags of the games. */
function RelatedTags() {
  const text = useLandingText();
  const { about } = useFinder().place;
  // only read: a member's own counts must not arrive before the filters have hydrated with those of the server
  const { data } = useFacets(false);
  const tags = data?.facets?.tag.filter(({ value }) => value !== about?.tag).slice(0, topOptions) ?? [];
  return (
    <NamedLinks kind="tag" title={text("landing.related_tags")} names={tags.map(({ value }) => ({ name: value }))} />
  );
}

interface LandingJsonLdProps {
  landing: Landing;
  title: string;
  address: BrowseSearch;
}

/** The page's breadcrumbs and its list of games, for search engines. */
const LandingJsonLd: ComponentType<LandingJsonLdProps> = import.meta.env.SSR ? WrittenJsonLd : () => <HeldJsonLd />;

function WrittenJsonLd({ landing, title, address: { page = 1, ...search } }: LandingJsonLdProps) {
  const text = useLandingText();
  const pathOf = useAddress();
  const { publicUrl } = useRouter().options.context;
  const { path, sorts, about } = landingPlace(landing);
  const listed = narrowTo(about, toListState({ page, ...search }, sorts));
  const { data: list } = useQuery(gameListQuery(useCall(), listed, useCountry()));
  const address = (path: string) => new URL(pathOf(path), publicUrl || "http://localhost").href;
  const breadcrumbs = [
    { name: text("header.nav.home"), item: address("/") },
    { name: text("header.nav.all_games"), item: address("/games") },
    { name: title, item: address(path) },
  ];
  const games = (list?.games ?? []).map((game) => ({ name: shownTitle(game), url: address(`/games/${game.id}`) }));
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
