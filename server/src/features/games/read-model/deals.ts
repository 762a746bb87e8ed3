import type { DealSection } from "contract/games/deals.ts";
import type { GameFilters } from "contract/games/filters.ts";
import type { Listed } from "./filters.ts";
import type { LibraryFilter } from "./library.ts";
import type { ListCache } from "./list-cache.ts";
import { findMatches } from "./query.ts";
import { listSection, scoreOf } from "./sections.ts";

export interface DealQuery extends GameFilters {
  section: DealSection;
  library?: LibraryFilter | undefined;
  /** In ms since 1970. */
  now: number;
  /** The start of the page within the section. */
  offset: number;
  limit: number;
  showExplicit: boolean;
}

/** A page of a section with the filters applied, the total number of deals, and of those that are left out. */
export function findDeals(listed: Listed, query: DealQuery, lists: ListCache) {
  const { section, now, offset, limit, ...criteria } = query;
  const { index, layout } = listed;
  const source = { index, layout, now };
  const { bits, hiddenExplicit } = findMatches(listed, { ...criteria, search: "" }, lists);
  const slots = listSection(section, source, bits);
  return {
    deals: Array.from(slots.subarray(offset, offset + limit), (slot) => ({
      id: index.columns.id[slot]!,
      score: scoreOf(source, slot),
    })),
    total: slots.length,
    hiddenExplicit: listSection(section, source, hiddenExplicit).length,
  };
}
