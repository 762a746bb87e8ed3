import type { QueryClient } from "@tanstack/react-query";
import { redirect } from "@tanstack/react-router";
import { filterTexts } from "contract/content-strings/defaults/filter.ts";
import type { DealSection } from "contract/games/deals.ts";
import { failedWith } from "../../../api/api-error.ts";
import { type Texts, textReaderOf, textsKey } from "../../../api/texts.ts";
import type { RouterContext } from "../../../page/router-context.ts";
import type { DealSearch } from "./deal-search.ts";
import { dealStoresQuery, dealsQuery } from "./deals-query.ts";

/** Loads the deals at an address; returns the title of its section, if it is about one. */
export async function loadDeals(
  { queryClient, call, place }: RouterContext,
  search: DealSearch,
): Promise<string | null> {
  const { section, store } = search;
  try {
    await Promise.all([
      queryClient.ensureQueryData(dealsQuery(call, search, place.country)),
      queryClient.ensureQueryData(dealStoresQuery(call, place.country)),
    ]);
  } catch (error) {
    // an address with an unknown store redirects to the deals of all stores
    if (store === undefined || !failedWith(error, "invalid")) throw error;
    throw redirect({ to: "/deals", search: { ...search, store: undefined } });
  }
  return section ? sectionTitle(queryClient, section) : null;
}

/** The name of a section, for loaders: loaded with the deals page, not with the entry. */
function sectionTitle(queryClient: QueryClient, section: DealSection): string {
  return textReaderOf(queryClient.getQueryData<Texts>([textsKey]), filterTexts)(`deals.section.${section}`);
}
