import type { GameList } from "contract/games/schema.ts";
import { textsOf } from "../../../api/texts.ts";
import { pageHead } from "../../../page/head.ts";
import type { RouterContext } from "../../../page/router-context.ts";
import { type ListSearch, listFeed } from "./list-search.ts";

/** The head of a list's page. Its canonical address names the page only: sorts and filters show the same games. */
export function listHead(
  context: RouterContext,
  list: GameList | undefined,
  address: ListSearch<string>,
  name: "browse" | "free",
) {
  const { page, search } = address;
  const text = textsOf(context);
  const path = name === "browse" ? "/games" : "/free";
  return pageHead(context, {
    title: text(`${name}.title`),
    description: text(`${name}.description`),
    path: page === undefined ? path : `${path}?page=${page}`,
    // indexing every search would fill the index with copies
    feed: name === "browse" ? listFeed(address) : { name: "free" },
    noIndex: search !== undefined || (list !== undefined && isPastEnd(list)),
  });
}

/** Whether the list has pages, but not the requested one. */
export function isPastEnd({ games, totalPages }: Pick<GameList, "games" | "totalPages">): boolean {
  return games.length === 0 && totalPages > 0;
}
