import { toMinor } from "contract/core/money.ts";
import { choicesOf, gameTypes } from "contract/games/columns.ts";
import {
  type ChoiceFilter,
  choiceFilters,
  type FilteredColumn,
  type MinFilter,
  minFilters,
} from "contract/games/filter-kinds.ts";
import { nearLow } from "contract/games/filter-labels.ts";
import type { GameFilters } from "contract/games/filters.ts";
import type { GameType } from "contract/games/game-type.ts";
import { canonicalGenre } from "contract/games/genres.ts";
import { splitTags } from "contract/games/rules.ts";
import type { Market } from "contract/markets/schema.ts";
import { hasBit } from "./bits.ts";
import type { IndexedGames } from "./indexed-games.ts";
import type { Passes } from "./list-cache.ts";
import { isAtLow, isNewLow, type ShownPrices } from "./market-index.ts";
import { findNumbers, hasName, type NameKind } from "./name-column.ts";

const dayMs = 86_400_000;

/** The source of lists: all games, and their prices in a market. */
export interface Listed {
  index: IndexedGames;
  prices: ShownPrices;
  market: Pick<Market, "country" | "currency">;
  /** The beginning of the hour in ms since 1970. */
  now: number;
}

/** The filters of a query, each by itself, with their defaults. */
interface ListFilters extends Omit<GameFilters, "low" | "low_within" | "type"> {
  /** A number is the maximum distance in percent. */
  low?: "at" | "new" | number | undefined;
  /** Undefined = any. */
  type?: GameType[] | undefined;
  explicit: "hidden" | "shown";
}

type FilterName = keyof ListFilters;

/** The predicate of each filter; those by a column of `contract/games/filter-kinds.ts` derive from it. */
const filters: {
  [Name in FilterName]-?: (value: NonNullable<ListFilters[Name]>, listed: Listed) => Passes;
} = {
  min_price(amount, { prices: { columns }, market }) {
    const lowest = toMinor(amount, market.currency)!;
    return (slot) => columns.lowest_price[slot]! >= lowest;
  },
  max_price(amount, { prices: { columns }, market }) {
    const highest = toMinor(amount, market.currency)!;
    // false for games without a price, which are NaN
    return (slot) => columns.lowest_price[slot]! <= highest;
  },
  min_cut:
    (cut, { prices: { columns } }) =>
    (slot) =>
      columns.cut[slot]! >= cut,
  low(low, { prices, now }) {
    const { lowest_price: price, low: lowest } = prices.columns;
    if (typeof low === "number") return (slot) => price[slot]! * 100 <= lowest[slot]! * (100 + low);
    if (low === "at") return (slot) => isAtLow(prices, slot, now);
    return (slot) => isNewLow(prices, slot, now);
  },
  store:
    (stores, { prices: { sold } }) =>
    (slot) => {
      for (const store of stores) if (hasBit(sold[store], slot)) return true;
      return false;
    },
  official:
    (_, { prices: { columns } }) =>
    (slot) =>
      columns.official_price[slot]! >= 0,
  activates:
    (chosen, { prices: { activating } }) =>
    (slot) => {
      for (const launcher of chosen) if (hasBit(activating[launcher], slot)) return true;
      return false;
    },
  genre: (names, listed) => anyOf("genre", names.map(canonicalGenre), listed),
  tag: (names, listed) => allOf("tag", names, listed),
  tag_any: (names, listed) => anyOf("tag", names, listed),
  tag_not(names, listed) {
    const any = anyOf("tag", names, listed);
    return (slot) => !any(slot);
  },
  // several developers of a game are separated by a comma and a space
  developer: (name, listed) => anyOf("developer", [splitTags(name).join(", ")], listed),
  released_from(day, { index: { columns } }) {
    const first = dayOf(day);
    return (slot) => columns.release_date[slot]! >= first;
  },
  released_to(day, { index: { columns } }) {
    const last = dayOf(day);
    return (slot) => columns.release_date[slot]! <= last;
  },
  upcoming:
    (_, { index: { columns }, now }) =>
    (slot) =>
      columns.release_date[slot]! > Math.floor(now / dayMs),
  ...(Object.fromEntries(minFilters.map(({ name, column }) => [name, atLeast(column)])) as MinFilters),
  ...(Object.fromEntries(choiceFilters.map(({ name, column }) => [name, anyChoice(column)])) as ChoiceFilters),
  type(types, { index: { columns } }) {
    const isIncluded = gameTypes.map((type) => types.includes(type));
    return (slot) => isIncluded[columns.type[slot]!] === true;
  },
  free:
    (_, { prices: { columns } }) =>
    (slot) =>
      columns.lowest_price[slot] === 0,
  // false for slots without a game, which are NaN
  explicit(explicit, { index: { columns } }) {
    const max = explicit === "shown" ? 1 : 0;
    return (slot) => columns.explicit[slot]! <= max;
  },
};

type MinFilters = Record<MinFilter, (value: number, listed: Listed) => Passes>;
type ChoiceFilters = Record<ChoiceFilter, (value: readonly string[], listed: Listed) => Passes>;

function atLeast(column: FilteredColumn) {
  return (min: number, { index: { columns } }: Listed): Passes => {
    const values = columns[column];
    return (slot) => values[slot]! >= min;
  };
}

function anyChoice(column: FilteredColumn) {
  const choices = choicesOf(column);
  return (chosen: readonly string[], { index: { columns } }: Listed): Passes => {
    const values = columns[column];
    const isChosen = choices.map((choice) => chosen.includes(choice));
    return (slot) => {
      const place = values[slot]!;
      // NaN = not known
      return place >= 0 && isChosen[place]!;
    };
  };
}

function anyOf(kind: NameKind, names: readonly string[], { index }: Listed): Passes {
  const column = index.names[kind];
  const numbers = findNumbers(column, names);
  return (slot) => {
    for (const number of numbers) if (hasName(column, slot, number)) return true;
    return false;
  };
}

function allOf(kind: NameKind, names: readonly string[], { index }: Listed): Passes {
  const column = index.names[kind];
  const numbers = findNumbers(column, names);
  if (numbers.length < names.length) return () => false;
  return (slot) => {
    for (const number of numbers) if (!hasName(column, slot, number)) return false;
    return true;
  };
}

/** A day such as 2026-01-31 in days since 1970. */
function dayOf(date: string): number {
  return Date.parse(date) / dayMs;
}

/** The filters by prices, which differ with the offers that count. */
export const priceFilters: readonly string[] = [
  "min_price",
  "max_price",
  "min_cut",
  "low",
  "free",
] satisfies FilterName[];

/** A filter that is set. */
export interface SetFilter {
  name: FilterName;
  /** Identifies filter and value. */
  key: string;
  passes: Passes;
}

/** The filters that are set, including the default ones: no explicit games, and the type `game` only. */
export function openFilters(query: GameFilters & { showExplicit: boolean }, listed: Listed): SetFilter[] {
  const { low, low_within = nearLow, type = ["game"], showExplicit, ...values } = query;
  const set: ListFilters = {
    ...values,
    low: low === "near" ? low_within : low,
    type: type === "any" ? undefined : type,
    explicit: showExplicit ? "shown" : "hidden",
  };
  return (Object.keys(filters) as FilterName[]).flatMap((name): SetFilter[] => {
    const value = set[name];
    if (value === undefined || value === false) return [];
    return [{ name, key: `${name} ${value}`, passes: filters[name](value as never, listed) }];
  });
}
