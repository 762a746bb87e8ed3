import { z } from "zod";
import { SearchText } from "../core/parameters.ts";
import { gameFilters } from "../games/filters.ts";

/** The search and the filters of a list of games; at least one of them. Which stores count is the rule's scope. */
const { official: _, ...filters } = gameFilters;
const SavedSearch = z
  .strictObject({ search: SearchText.default(""), ...filters })
  .refine(({ search, ...set }) => search !== "" || Object.values(set).some((value) => value !== undefined), {
    error: "Set a search or a filter",
  });
type SavedSearch = z.output<typeof SavedSearch>;

/** The search of a query such as `genre=Action&max_price=10`. Throws for an invalid one. */
export function parseSavedSearch(query: string): SavedSearch {
  return SavedSearch.parse(Object.fromEntries(new URLSearchParams(query)));
}

/** A valid query, sorted by name, so that equal searches are equal texts. */
export const SavedSearchQuery = z
  .string()
  .max(2_000)
  .transform((query, context): string => {
    const { error } = SavedSearch.safeParse(Object.fromEntries(new URLSearchParams(query)));
    for (const { message } of error?.issues ?? []) context.addIssue({ code: "custom", message });
    const set = new URLSearchParams(query);
    set.sort();
    return set.toString();
  })
  .meta({ description: "Search and filters as in `GET /api/games`, such as `genre=Action&max_price=10`" });
