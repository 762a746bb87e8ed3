import { launchers } from "../prices/launchers.ts";
import type { ShownColumn } from "./columns.ts";

/**
 * The value of a filter. With a `column`, the filter alone decides by it: a number is the lowest that passes, of
 * choices any passes, and each is counted.
 */
export type FilterKind =
  | { is: "amount" | "percent" | "flag" | "day" | "name" | "names" | "stores" | "types" | "plans" }
  | { is: "whole" | "decimal"; max: number; column: ShownColumn }
  | { is: "choice"; choices: readonly string[] }
  | { is: "choices"; choices: readonly string[]; column?: ShownColumn };

const maxWhole = 2_147_483_647;

/**
 * The filters of lists of games (spec/games 2.8), by their names in addresses and in the API. Its validation, their
 * labels, the readers of addresses, and the sets and counts of filters with a column derive from this list.
 */
export const filterKinds = {
  min_price: { is: "amount" },
  max_price: { is: "amount" },
  min_cut: { is: "percent" },
  low: { is: "choice", choices: ["at", "new", "near"] },
  /** With `low=near`: in percent above the low. */
  low_within: { is: "percent" },
  /** Sold by any of these stores. */
  store: { is: "stores" },
  official: { is: "flag" },
  /** Offers that activate on any of these launchers. */
  activates: { is: "choices", choices: launchers },
  free: { is: "flag" },
  /** In any of these subscription plans. */
  plan: { is: "plans" },
  /** In a bundle that is on sale. */
  in_bundle: { is: "flag" },
  /** Any of these genres. */
  genre: { is: "names" },
  /** All of these tags. */
  tag: { is: "names" },
  tag_any: { is: "names" },
  tag_not: { is: "names" },
  developer: { is: "name" },
  released_from: { is: "day" },
  released_to: { is: "day" },
  upcoming: { is: "flag" },
  min_rating: { is: "decimal", max: 10, column: "rating" },
  min_metacritic: { is: "whole", max: 100, column: "metacritic_score" },
  min_players: { is: "whole", max: maxWhole, column: "player_count" },
  min_reviews: { is: "whole", max: maxWhole, column: "review_count" },
  controller: { is: "choices", choices: ["full", "partial"], column: "controller_support" },
  type: { is: "types" },
} as const satisfies Record<string, FilterKind>;

type Kinds = typeof filterKinds;
export type FilterName = keyof Kinds;
export const filterNames = Object.keys(filterKinds) as FilterName[];

/** The filters of a kind. */
type NamesWith<Kind> = { [Name in FilterName]: Kinds[Name] extends Kind ? Name : never }[FilterName];

/** The filters by the least value of a column, and those by choices. */
export type MinFilter = NamesWith<{ is: "whole" | "decimal"; column: string }>;
export type ChoiceFilter = NamesWith<{ is: "choices"; column: string }>;

/** The column that a filter decides by. */
export type FilteredColumn = Extract<Kinds[FilterName], { column: string }>["column"];

const all: readonly [string, FilterKind][] = Object.entries(filterKinds);
export const minFilters = all.flatMap(([name, kind]) =>
  kind.is === "whole" || kind.is === "decimal" ? { name, column: kind.column } : [],
) as { name: MinFilter; column: FilteredColumn }[];
export const choiceFilters = all.flatMap(([name, kind]) =>
  kind.is === "choices" && kind.column ? { name, column: kind.column, choices: kind.choices } : [],
) as { name: ChoiceFilter; column: FilteredColumn; choices: readonly string[] }[];
export const filteredColumns = [...new Set([...minFilters, ...choiceFilters].map(({ column }) => column))];
