import { type DealSection, dealSections } from "contract/games/deals.ts";

/** The search parameters of the deals page. */
export interface DealSearch {
  /** One section as a list; without it all of them. */
  section?: DealSection | undefined;
  /** The key of the only store whose deals are shown. */
  store?: string | undefined;
  page?: number | undefined;
}

/** Parses an address. Invalid values are ignored, so that no link breaks the page. */
export function parseDealSearch(raw: Record<string, unknown>): DealSearch {
  const section = dealSections.find((name) => name === raw.section);
  const page = Number(raw.page);
  const store = String(raw.store ?? "");
  // the router merges this into the raw parameters, so a name that is missing here would keep its raw value
  return {
    section,
    store: /^[a-z0-9][a-z0-9-]{0,39}$/.test(store) ? store : undefined,
    page: section && Number.isSafeInteger(page) && page > 1 ? Math.min(page, 1_000_000) : undefined,
  };
}
