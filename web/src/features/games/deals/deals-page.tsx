import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { bundleTexts } from "contract/content-strings/defaults/bundle.ts";
import { dealTexts } from "contract/content-strings/defaults/deal.ts";
import { filterTexts } from "contract/content-strings/defaults/filter.ts";
import { dealWeights, minScoredDays } from "contract/games/deal-score.ts";
import type { DealSection } from "contract/games/deals.ts";
import { nearLow } from "contract/games/filter-labels.ts";
import { isSteamReference } from "contract/games/rules.ts";
import ArrowRight from "lucide-static/icons/arrow-right.svg?react";
import BadgePercent from "lucide-static/icons/badge-percent.svg?react";
import Rss from "lucide-static/icons/rss.svg?react";
import { useCountry, useMoney } from "../../../api/market.ts";
import { useCall } from "../../../api/session.ts";
import { useStores } from "../../../api/stores.ts";
import { useTextOf } from "../../../api/texts.ts";
import { useFeedPath } from "../../../page/feeds.ts";
import { ListPager } from "../../../page/list-pager.tsx";
import { buttonStyle } from "../../../ui/button-style.ts";
import { Notice } from "../../../ui/notice.tsx";
import { hasBundlesQuery } from "../../prices/has-bundles.ts";
import { StoreName } from "../../prices/store-name.tsx";
import { CardRow, GameCard, pictureLoad, rowLinkStyle } from "../game-card.tsx";
import HiddenExplicit from "../list/hidden-explicit.tsx";
import type { DealSearch } from "./deal-search.ts";
import { dealPages, dealStoresQuery, dealsQuery, type ShownSection } from "./deals-query.ts";
import { headlineDeals, type ShownDeal } from "./top-deals-query.ts";

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
      <BundlesLink />
      <DealStores search={search} />
      {section ? <DealList {...sections[0]!} search={search} /> : <Sections sections={sections} store={store} />}
      <ScoreExplanation />
    </div>
  );
}

/** A link to the bundles, if there are any. */
function BundlesLink() {
  const text = useTextOf(bundleTexts);
  const { data: hasBundles } = useQuery(hasBundlesQuery(useCall(), useCountry()));
  if (!hasBundles) return null;
  return (
    <p className="mt-3">
      <Link
        to="/bundles/{-$id}"
        params={{ id: undefined }}
        className="inline-flex min-h-9 items-center text-accent-text"
      >
        {text("bundle.title")}
        <ArrowRight aria-hidden className="ms-1 size-4" />
      </Link>
    </p>
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
          <ol className="grid gap-3 sm:grid-cols-3 sm:gap-5">
            {headline.map((deal, place) => (
              <li key={deal.id}>
                <DealTile deal={deal} section="best" level={2} shape="large" load={place === 0 ? "first" : "soon"} />
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
          {text("deals.count", { count: total })}
        </p>
        <FeedLink section={section} store={store} />
      </div>
      <HiddenExplicit hidden={hidden} />
      <ol className="game-grid max-sm:grid-cols-2 max-[22.5rem]:grid-cols-1">
        {deals.map((deal, place) => (
          <li key={deal.id}>
            <DealTile deal={deal} section={section} level={2} load={pictureLoad(place, 4)} />
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
      <div className="mb-3 flex items-center gap-x-2 sm:mb-4 sm:gap-x-4">
        <h2 id={`deals-${section}`} className="me-auto text-lg">
          {name}
        </h2>
        <Link
          to="/deals"
          search={{ section, store }}
          aria-label={text("deals.see_all_of", { count: total, section: name })}
          className={rowLinkStyle}
        >
          {text("deals.see_all", { count: total })}
          <ArrowRight aria-hidden className="size-4" />
        </Link>
        <FeedLink section={section} store={store} />
      </div>
      <CardRow lines={2}>
        {deals.map((deal) => (
          <li key={deal.id}>
            <DealTile deal={deal} section={section} level={3} />
          </li>
        ))}
      </CardRow>
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
        <p>{text("deals.score_text", dealWeights)}</p>
        <p className="mt-2">{text("deals.score_young", { days: minScoredDays })}</p>
      </div>
    </details>
  );
}

/** The feed of a section, in the visitor's market. */
function FeedLink({ section, store }: { section: DealSection; store: string | undefined }) {
  const text = useDealText();
  const name = text("deals.feed_of", { section: text(`deals.section.${section}`) });
  return (
    <a
      href={useFeedPath({ name: `deals/${section}`, search: { store } })}
      title={name}
      aria-label={name}
      className="grid size-9 shrink-0 place-items-center rounded-md text-muted hover:bg-sunken hover:text-text"
    >
      <Rss aria-hidden className="size-4.5" />
    </a>
  );
}

/** Shown in place of empty sections or an empty list. */
function NoDeals({ store, isSection = false }: { store: string | undefined; isSection?: boolean }) {
  const text = useDealText();
  const { storeOf } = useStores();
  const isPart = isSection || store !== undefined;
  const none = isSection ? text("deals.empty_section") : text("deals.empty");
  return (
    <Notice
      icon={BadgePercent}
      title={text("deals.empty_title")}
      actions={
        <>
          {isPart && (
            <Link to="/deals" className={buttonStyle("primary")}>
              {text("deals.all")}
            </Link>
          )}
          <Link to="/games" className={buttonStyle(isPart ? "secondary" : "primary")}>
            {text("game.browse_more")}
          </Link>
        </>
      }
    >
      {store && !isSection ? text("deals.empty_store", { store: storeOf(store).name }) : none}
    </Notice>
  );
}

interface DealTileProps {
  deal: ShownDeal;
  section: DealSection;
  /** The level of the title's heading. */
  level: 2 | 3;
  shape?: "tile" | "large";
  load?: "late" | "soon" | "first";
}

/** A deal with the reason why it is one; large ones show their score. */
function DealTile({ deal, section, level, shape = "tile", load }: DealTileProps) {
  const text = useDealText();
  const { format } = useMoney();
  const reason = dealReason(deal, section);
  const percent = reason && "percent" in reason ? reason.percent : 0;
  const amount = reason && "amount" in reason ? format(reason.amount) : "";
  return (
    <GameCard game={deal} level={level} shape={shape} load={load}>
      {reason && text(reason.key, { percent, amount } as never)}
      {shape === "large" && deal.score !== null && (
        <span className="figures float-end text-muted">{text("deals.score", { score: Math.round(deal.score) })}</span>
      )}
    </GameCard>
  );
}

type ReasonKey = Extract<keyof typeof dealTexts, `deals.reason.${string}`>;

/** Why a game is a deal: a text key with its percentage or amount. */
type DealReason = { key: ReasonKey } & ({ percent: number } | { amount: number } | object);

const percentBelow = (price: number, other: number) => Math.max(1, Math.round((1 - price / other) * 100));

/** The strongest reason for a deal; `null` without one. */
export function dealReason(deal: ShownDeal, section: DealSection): DealReason | null {
  const { best_price: best, historical_low: low, previous_low: previousLow, previous_price: previous } = deal;
  if (best === null) return null;
  const dropped: DealReason | null =
    previous !== null && best < previous
      ? { key: "deals.reason.dropped", percent: percentBelow(best, previous) }
      : null;
  if (section === "dropped" && dropped) return dropped;
  const isLow = deal.lowest_ever && best === low;
  if (isLow && !deal.ties_low && previousLow !== null && best < previousLow) {
    return { key: "deals.reason.below_low", percent: percentBelow(best, previousLow) };
  }
  if (isLow) return { key: "deals.reason.at_low" };
  if (low !== null && low > 0 && best > low && best <= low * (1 + nearLow / 100)) {
    return { key: "deals.reason.near_low", percent: Math.max(1, Math.round((best / low - 1) * 100)) };
  }
  if (deal.cut > 0 && deal.reference_price !== null) {
    const key = isSteamReference(deal) ? "deals.reason.below_steam" : "deals.reason.below_regular";
    return { key, amount: deal.reference_price - best };
  }
  return dropped;
}

const texts = { ...dealTexts, ...filterTexts };

/** Reads the texts of the deals page, the names of its sections, and the texts of all pages. */
const useDealText = () => useTextOf(texts);
