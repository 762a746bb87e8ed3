import { redirect } from "@tanstack/react-router";
import { filterTexts } from "contract/content-strings/defaults/filter.ts";
import { type DealSection, dealSections } from "contract/games/deals.ts";
import { failedWith } from "../../../api/api-error.ts";
import { textsAt } from "../../../api/texts.ts";
import type { PageHead } from "../../../page/head.ts";
import type { RouterContext } from "../../../page/router-context.ts";
import { hasBundlesQuery } from "../../prices/has-bundles.ts";
import type { DealSearch } from "./deal-search.ts";
import { dealStoresQuery, dealsQuery } from "./deals-query.ts";

interface DealsHead {
  /** Of its section, if the page is about one. */
  title: string | undefined;
  feeds: PageHead["feeds"];
}

/** Loads the deals at an address; returns what its head says about its section, or about all of them. */
export async function loadDeals(context: RouterContext, search: DealSearch): Promise<DealsHead> {
  const { queryClient, call, place } = context;
  const { section, store } = search;
  try {
    await Promise.all([
      queryClient.ensureQueryData(dealsQuery(call, search, place.country)),
      queryClient.ensureQueryData(dealStoresQuery(call, place.country)),
      // the page works without them
      queryClient.prefetchQuery(hasBundlesQuery(call, place.country)),
    ]);
  } catch (error) {
    // an address with an unknown store redirects to the deals of all stores
    if (store === undefined || !failedWith(error, "invalid")) throw error;
    throw redirect({ to: "/deals", search: { ...search, store: undefined } });
  }
  const titleOf = (one: DealSection) => sectionTitle(context, one);
  const feeds = (section ? [section] : dealSections).map((one) => ({
    name: `deals/${one}`,
    search: { store },
    title: titleOf(one),
  }));
  return { title: section && titleOf(section), feeds };
}

/** The name of a section, for loaders: loaded with the deals page, not with the entry. */
function sectionTitle(context: RouterContext, section: DealSection): string {
  return textsAt(context, filterTexts)(`deals.section.${section}`);
}
