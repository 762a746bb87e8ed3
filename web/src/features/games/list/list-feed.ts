import type { Feed } from "../../../page/feeds.ts";
import type { ListSearch } from "./list-search.ts";

/** The feed of a list with its search and filters, from the address of its page. */
export function listFeed({ page, sort: sortBy, ...search }: ListSearch<string>): Feed {
  return { name: "games", search: { ...search, sortBy } };
}
