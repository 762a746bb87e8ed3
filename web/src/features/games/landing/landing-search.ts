import type { Order } from "contract/core/sorting.ts";
import { firstOrder, type GameSort } from "contract/games/sorting.ts";

/** The sorts of landing pages: the most popular games come first by default. */
export const landingSorts = [
  "popularity",
  "rating",
  "lowest_price",
  "title",
  "release_date",
  "cut",
] as const satisfies readonly GameSort[];
export type LandingSort = (typeof landingSorts)[number];

export const defaultLandingSort = "popularity";

/** The search parameters of a landing page, without defaults. */
export interface LandingSearch {
  page?: number | undefined;
  sort?: LandingSort | undefined;
  order?: Order | undefined;
}

/** The page in an address; invalid ones are ignored, and the first one is left out. */
export function parsePage(raw: Record<string, unknown>): { page: number | undefined } {
  const page = /^\d{1,9}$/.test(String(raw.page)) ? Number(raw.page) : 1;
  return { page: page > 1 ? page : undefined };
}

/** Parses an address; invalid values are ignored, and defaults are left out. */
export function parseLandingSearch(raw: Record<string, unknown>): LandingSearch {
  const sort = landingSorts.find((name) => name === raw.sort) ?? defaultLandingSort;
  const order = String(raw.order).toUpperCase();
  return {
    ...parsePage(raw),
    ...toLandingSearch(sort, order === "ASC" || order === "DESC" ? order : firstOrder(sort)),
  };
}

/** The first page in that order. */
export function toLandingSearch(sort: LandingSort, order: Order): LandingSearch {
  return {
    sort: sort === defaultLandingSort ? undefined : sort,
    order: order === firstOrder(sort) ? undefined : order,
  };
}
