import { useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useCountry } from "../../../api/market.ts";
import { useCall } from "../../../api/session.ts";
import HiddenExplicit from "../list/hidden-explicit.tsx";
import { DealList } from "./deal-list.tsx";
import { DealRow } from "./deal-row.tsx";
import type { DealSearch } from "./deal-search.ts";
import { DealStores } from "./deal-stores.tsx";
import { useDealText } from "./deal-text.ts";
import { DealTile } from "./deal-tile.tsx";
import { dealsQuery, type ShownSection } from "./deals-query.ts";
import { NoDeals } from "./no-deals.tsx";
import { ScoreExplanation } from "./score-explanation.tsx";
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
