import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { formatCount } from "contract/core/counts.ts";
import { type DealPart, dealWeights, minScoredDays } from "contract/games/deal-score.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import BadgePercent from "lucide-react/icons/badge-percent";
import { useCountry } from "../../../api/market.ts";
import { useCall } from "../../../api/session.ts";
import { useStores } from "../../../api/stores.ts";
import { ListPager } from "../../../page/list-pager.tsx";
import { buttonStyle } from "../../../ui/button-style.ts";
import { Notice } from "../../../ui/notice.tsx";
import { StoreName } from "../../prices/store-name.tsx";
import HiddenExplicit from "../list/hidden-explicit.tsx";
import { TileRow } from "../tile/tile-row.tsx";
import type { DealSearch } from "./deal-search.ts";
import { useDealText } from "./deal-text.ts";
import { DealTile } from "./deal-tile.tsx";
import { dealPages, dealStoresQuery, dealsQuery, type ShownSection } from "./deals-query.ts";
import { FeedLink } from "./feed-link.tsx";
import { NoDeals } from "./no-deals.tsx";
import { headlineDeals } from "./top-deals-query.ts";

/** What is worth buying now: all sections, or one of them as a list (spec/games 10). */
export function DealsPage({ search }: { search: DealSearch }) {
  const text = useDealText();
  const { section, store } = search;
  const sections = useSuspenseQuery(dealsQuery(useCall(), search, useCountry())).data;
  return (
    <div className="page-width py-6 sm:py-10">
      {section && (
        <Link to="/deals" search={{ store }} className="inline-flex min-h-9 items-center text-sm text-accent-text">
          {text("deals.all")}
        </Link>
      )}
      <h1 className="text-xl sm:text-2xl">{section ? text(`deals.section.${section}`) : text("deals.title")}</h1>
      <p className="mt-2 max-w-prose text-muted">{text("deals.intro")}</p>
      <DealStores search={search} />
      {section ? <DealList {...sections[0]!} search={search} /> : <Sections sections={sections} store={store} />}
      <ScoreExplanation />
    </div>
  );
}

interface SectionsProps {
  sections: readonly ShownSection[];
  store: string | undefined;
}

function Sections({ sections, store }: SectionsProps) {
  const text = useDealText();
  // of the section with the most: a game may be in several
  const hidden = Math.max(...sections.map(({ hidden_explicit }) => hidden_explicit));
  if (sections.every(({ deals }) => deals.length === 0)) {
    return (
      <>
        <HiddenExplicit hidden={hidden} />
        <NoDeals store={store} />
      </>
    );
  }
  const headline = sections[0]!.deals.slice(0, headlineDeals);
  return (
    <>
      {headline.length > 0 && (
        <section aria-label={text("deals.headline")} className="mt-6">
          <ol className="grid gap-3 sm:gap-5 md:grid-cols-3">
            {headline.map((deal, place) => (
              <li key={deal.id}>
                <DealTile deal={deal} section="best" size="large" load={place === 0 ? "first" : "soon"} />
              </li>
            ))}
          </ol>
        </section>
      )}
      {sections.map(({ section, deals, total }) => (
        <DealRow
          key={section}
          section={section}
          deals={section === "best" ? deals.slice(headlineDeals) : deals}
          total={total}
          store={store}
        />
      ))}
      <HiddenExplicit hidden={hidden} />
    </>
  );
}

/** All deals of a section, by pages. */
function DealList(props: ShownSection & { search: DealSearch }) {
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

interface DealRowProps extends Omit<ShownSection, "hidden_explicit"> {
  store: string | undefined;
}

/** The first deals of a section, with links to all of them and to their feed; nothing for an empty section. */
function DealRow({ section, deals, total, store }: DealRowProps) {
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

const linkStyle =
  "inline-flex min-h-9 shrink-0 items-center rounded-full border border-border bg-raised px-3 text-sm hover:border-border-strong " +
  "aria-[current]:border-accent-text aria-[current]:bg-accent aria-[current]:text-on-accent aria-[current]:font-semibold";

/** Links to the deals of each store that has some, and of the chosen one. */
function DealStores({ search: { section, store } }: { search: DealSearch }) {
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

/** How the best deals are ranked. */
function ScoreExplanation() {
  const text = useDealText();
  return (
    <details className="mt-12 max-w-prose text-sm">
      <summary className="font-medium">{text("deals.score_title")}</summary>
      <div className="mt-2 text-muted">
        <p>{text("deals.score_text")}</p>
        <ul className="ml-5 list-disc">
          {Object.entries(dealWeights).map(([part, points]) => (
            <li key={part}>{text(`deals.score.${part as DealPart}`, { points })}</li>
          ))}
        </ul>
        <p className="mt-2">{text("deals.score_young", { days: minScoredDays })}</p>
      </div>
    </details>
  );
}
