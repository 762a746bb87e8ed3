import { queryOptions } from "@tanstack/react-query";
import type { Call } from "contract/core/call.ts";
import { defaultPageSize, pageCount } from "contract/core/pagination.ts";
import { type DealSection, dealSections } from "contract/games/deals.ts";
import { marketKey } from "../../../api/market.ts";
import { atMyStores } from "../../../api/my-stores.ts";
import { pickFields } from "../queries.ts";
import type { DealSearch } from "./deal-search.ts";
import { dealFields, headlineDeals, type ShownDeal } from "./top-deals-query.ts";

/** How many deals a section shows beside its link to all of them. */
const sectionDeals = 10;

/** Deals of a section, with its total number of deals. */
export interface ShownSection {
  section: DealSection;
  deals: ShownDeal[];
  total: number;
  /** How many more there are that are explicit. */
  hidden_explicit: number;
}

/** What the page at an address shows: a page of its section, or the first deals of all sections. */
export function dealsQuery(call: Call, { section, store, page }: DealSearch, country: string | undefined) {
  return queryOptions({
    queryKey: ["games", "deals", section, store, page, ...marketKey(country)],
    queryFn: ({ signal }) => {
      const load = async (one: DealSection, limit: number): Promise<ShownSection> => {
        const query = atMyStores({ section: one, store, page, limit, country });
        const { deals, total, hidden_explicit } = await call("GET /api/deals", { query }, { signal });
        return { section: one, deals: deals.map((deal) => pickFields(deal, dealFields)), total, hidden_explicit };
      };
      if (section) return Promise.all([load(section, defaultPageSize)]);
      return Promise.all(
        dealSections.map((each) => load(each, each === "best" ? headlineDeals + sectionDeals : sectionDeals)),
      );
    },
  });
}

/** The keys of the stores that sell reduced games. */
export function dealStoresQuery(call: Call, country: string | undefined) {
  return queryOptions({
    queryKey: ["games", "deal-stores", ...marketKey(country)],
    queryFn: async ({ signal }): Promise<string[]> => {
      const query = { min_cut: 1, facets: "true", fields: "id", limit: 1, country } as const;
      return (
        (await call("GET /api/games", { query: atMyStores(query) }, { signal })).facets?.store.map(
          ({ value }) => value,
        ) ?? []
      );
    },
  });
}

/** The number of pages of a section's list. */
export const dealPages = (total: number) => pageCount(total, defaultPageSize);
