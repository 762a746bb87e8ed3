import { firstOrder, gameSorts } from "contract/games/sorting.ts";
import { storeKeys } from "contract/stores.ts";
import { combine, range, type SearchTerms } from "./addresses.ts";
import type { Ask } from "./load.ts";

/** Something that visitors ask for, in two ways. */
export interface Case {
  name: string;
  /** Always the same address: what a cache of whole answers makes of it. */
  repeated: Ask;
  /** The n-th address of so many different ones that no cache of whole answers has it any more when it comes again. */
  varied: (n: number) => Ask;
}

export interface CaseSubjects {
  /** The ids of all games that lists show. */
  ids: readonly number[];
  terms: SearchTerms;
  /** The headers of somebody who is signed in. */
  signedIn: Record<string, string>;
}

const orders = ["ASC", "DESC"];
/** The page sorts by rating unless its address says something else. */
const otherSorts = gameSorts.filter((sort) => sort !== "rating");
const pageSizes = range(16, 24);
const batchSize = 50;

const address = (path: string, query: Record<string, string | number>): Ask => ({
  path: `${path}?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`,
});

const list = (query: Record<string, string | number>) => address("/api/games", query);

/** Lists, whole and filtered. */
export function listCases(): Case[] {
  return [
    {
      name: "list, page 1",
      repeated: list({}),
      varied(n) {
        const [page, sortBy, order, limit] = combine(n, range(1, 50), gameSorts, orders, pageSizes);
        return list({ page, sortBy, order, limit });
      },
    },
    {
      name: "list, page 500",
      repeated: list({ page: 500 }),
      varied(n) {
        const [page, sortBy, order] = combine(n, range(400, 6_000), gameSorts, orders);
        return list({ page, sortBy, order });
      },
    },
    {
      name: "one store, by lowest price",
      repeated: list({ store: "gog", sortBy: "lowest_price", order: "ASC" }),
      varied(n) {
        const [page, store, limit] = combine(n, range(1, 400), storeKeys, pageSizes);
        return list({ page, store, sortBy: "lowest_price", order: "ASC", limit });
      },
    },
  ];
}

/** Searches for words of many titles and of few, and for less than a word. */
export function searchCases({ terms }: CaseSubjects): Case[] {
  const searchCase = (name: string, term: string, others: string[]): Case => ({
    name: `search, ${name}`,
    repeated: list({ search: term }),
    varied(n) {
      const [search, sortBy, order, limit] = combine(n, others, gameSorts, orders, pageSizes);
      return list({ search, sortBy, order, limit });
    },
  });
  return [
    searchCase("common word", "dark", terms.common),
    searchCase("rare word", terms.rare[0]!, terms.rare),
    searchCase("two letters", "ar", terms.pairs),
  ];
}

/** Single games and their prices. */
export function gameCases({ ids, signedIn }: CaseSubjects): Case[] {
  const batch = (first: number): Ask => ({
    path: "/api/games/batch",
    method: "POST",
    body: JSON.stringify({ gameIds: range(1, batchSize).map((n) => combine(first + n, ids)[0]) }),
  });
  const historyCase = (days: number): Case => {
    const history = (id: number) => ({ ...address(`/api/games/${id}/price-history`, { days }), headers: signedIn });
    return {
      name: `price history, ${days} days`,
      repeated: history(combine(0, ids)[0]),
      varied: (n) => history(combine(n, ids)[0]),
    };
  };
  return [
    {
      name: "one game",
      repeated: { path: `/api/games/${ids[0]}` },
      varied: (n) => ({ path: `/api/games/${combine(n, ids)[0]}` }),
    },
    { name: "50 games", repeated: batch(0), varied: (n) => batch(n * batchSize) },
    historyCase(90),
    historyCase(365),
  ];
}

/** Pages as browsers ask for them: compressed. */
export function pageCases({ ids }: CaseSubjects): Case[] {
  const headers = { "accept-encoding": "gzip, deflate, br, zstd" };
  return [
    {
      name: "/games",
      repeated: { path: "/games", headers },
      varied(n) {
        // only what is not at its default: the site redirects other ways to write the same address
        const [page, sort, flip] = combine(n, range(2, 5_000), otherSorts, [false, true]);
        const order = firstOrder(sort) === "ASC" ? "DESC" : "ASC";
        return { ...address("/games", { page, sort, ...(flip && { order }) }), headers };
      },
    },
    {
      name: "/games/{id}",
      repeated: { path: `/games/${ids[0]}`, headers },
      varied: (n) => ({ path: `/games/${combine(n, ids)[0]}`, headers }),
    },
  ];
}
