import type { Order } from "../core/sorting.ts";

/**
 * The sort options of the catalogue (spec/games 2.3). `cut` is another name of `discount`.
 */
export const gameSorts = [
  "rating",
  "lowest_price",
  "title",
  "release_date",
  "discount",
  "metacritic_score",
  "player_count",
  "relevance",
  "popularity",
  "cut",
  "price_changed",
] as const;
export type GameSort = (typeof gameSorts)[number];

/** Sort names that the free games call accepts, and the sort that each one means. */
export const freeGameSorts = {
  rating: "rating",
  name: "title",
  title: "title",
  release: "release_date",
  release_date: "release_date",
  score: "metacritic_score",
  metacritic_score: "metacritic_score",
} as const satisfies Record<string, GameSort>;
export type FreeGameSort = keyof typeof freeGameSorts;

/** The direction that a newly chosen sort starts in: ascending for price, else descending (spec/games 2.4). */
export function firstOrder(sort: GameSort | FreeGameSort): Order {
  return sort === "lowest_price" ? "ASC" : "DESC";
}
