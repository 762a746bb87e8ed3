import { isSoldBundle, type SoldBundle } from "contract/bundles/rules.ts";
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
import { launcherBits } from "contract/prices/launchers.ts";
import type { IndexedGames } from "./indexed-games.ts";
import { type Chosen, isChosen, type Layout, lowAt, lowestEverSince, newLowSince } from "./layout.ts";
import type { Passes } from "./list-cache.ts";
import { findNumbers, hasName, type NameKind } from "./name-column.ts";

const dayMs = 86_400_000;

/** The source of lists: all games, and their prices in a market. */
export interface Listed {
  index: IndexedGames;
  layout: Layout;
  market: Pick<Market, "country" | "currency">;
  /** The bundles with games. */
  bundled: readonly SoldBundle[];
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
  min_price: (min_price, listed) => inRange({ min_price }, listed),
  max_price: (max_price, listed) => inRange({ max_price }, listed),
  min_cut: (min_cut, listed) => inRange({ min_cut }, listed),
  free: (free, listed) => inRange({ free }, listed),
  low(low, { layout, now }) {
    const { best } = layout;
    const isLow = testLow(low, layout, now);
    return (slot) => best[slot]! >= 0 && isLow(slot, best[slot]!);
  },
  store(stores, { layout }) {
    const isNamed = Uint8Array.from(layout.book.stores, (key) => Number(stores.includes(key)));
    const { store } = layout.book.offers;
    return anyOffer(layout, (n) => isNamed[store[n]!] === 1);
  },
  official(_, { layout }) {
    const { kinds } = layout.chosen;
    const { store } = layout.book.offers;
    return anyOffer(layout, (n) => kinds[store[n]!] === 2);
  },
  activates(chosen, { layout }) {
    const bits = launcherBits(chosen);
    const { marks } = layout.book.offers;
    return anyOffer(layout, (n) => (marks[n]! & bits) > 0);
  },
  plan: (keys, listed) =>
    anyOf(
      "plan",
      keys.flatMap((key) => [key, `${key}@${listed.market.country}`]),
      listed,
    ),
  in_bundle(_, { index, bundled, market: { country }, now }) {
    const ids = new Set(bundled.flatMap((one) => (isSoldBundle(one, country, now) ? one.contains : [])));
    const { id } = index.columns;
    return (slot) => ids.has(id[slot]!);
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

/** The prices in minor units and the discounts in percent that pass; both ends of the range do. */
export interface PriceRange {
  min: number;
  max: number;
  minCut: number;
}

/** What passes all filters by price but the one by lows. */
export function priceRange({ min_price = 0, max_price, min_cut = 0, free }: GameFilters, currency: string): PriceRange {
  const max = free ? 0 : Number.POSITIVE_INFINITY;
  return {
    min: toMinor(min_price, currency)!,
    max: max_price === undefined ? max : Math.min(max, toMinor(max_price, currency)!),
    minCut: min_cut,
  };
}

function inRange(set: GameFilters, { layout: { best, book }, market: { currency } }: Listed): Passes {
  const { min, max, minCut } = priceRange(set, currency);
  const { minor, cut } = book.offers;
  return (slot) => {
    const offer = best[slot]!;
    return offer >= 0 && minor[offer]! >= min && minor[offer]! <= max && cut[offer]! >= minCut;
  };
}

/** Whether the price of the best of some offers of a game is a low of these. */
type LowTest = (slot: number, best: number) => boolean;

function testLow(
  low: NonNullable<ListFilters["low"]>,
  { book, chosen }: Pick<Layout, "book" | "chosen">,
  now: number,
): LowTest {
  const { minor } = book.offers;
  // false without a low, which is NaN
  if (typeof low === "number") {
    return (slot, best) => minor[best]! * 100 <= lowAt(book, chosen, slot) * (100 + low);
  }
  const since = low === "at" ? lowestEverSince : newLowSince;
  return (slot, best) => !Number.isNaN(since(book, chosen, slot, best, now));
}

/** The test of the filter by lows for offers other than those of the layout; `null` = it is not set. */
export function openLowTest(query: GameFilters, { layout, now }: Listed): ((some: Partial<Chosen>) => LowTest) | null {
  const { low } = setFilters({ ...query, showExplicit: true });
  if (low === undefined) return null;
  return (some) => testLow(low, { book: layout.book, chosen: { ...layout.chosen, ...some } }, now);
}

/** The filters by the price of the best offer. */
const priceFilters = ["min_price", "max_price", "min_cut", "low", "free"] as const;

export function isPriceFilter(name: string): boolean {
  return (priceFilters as readonly string[]).includes(name);
}

/** Plans have some games in some countries only, and bundles are sold in some. */
const countryFilters = ["plan", "in_bundle"] as const;

/** Whether the games differ between countries that share their prices. */
export function variesByCountry(query: GameFilters): boolean {
  return countryFilters.some((name) => query[name] !== undefined);
}

/** Whether a game has an offer that counts, is sold, and passes. */
function anyOffer({ book, chosen }: Layout, passes: (offer: number) => boolean): Passes {
  const { minor } = book.offers;
  return (slot) => {
    const end = book.starts[slot]! + book.counts[slot]!;
    for (let n = book.starts[slot]!; n < end; n++) {
      if (minor[n]! >= 0 && isChosen(book, chosen, n) && passes(n)) return true;
    }
    return false;
  };
}

/** A filter that is set. */
export interface SetFilter {
  name: FilterName;
  /** Identifies filter and value. */
  key: string;
  passes: Passes;
}

/** The filters that are set, including the default ones: no explicit games, and the type `game` only. */
export function openFilters(query: GameFilters & { showExplicit: boolean }, listed: Listed): SetFilter[] {
  const set = setFilters(query);
  return (Object.keys(filters) as FilterName[]).flatMap((name): SetFilter[] => {
    const value = set[name];
    if (value === undefined || value === false) return [];
    const isOfPrices = isPriceFilter(name) || isOfferFilter(name);
    const isOfCountry = (countryFilters as readonly string[]).includes(name);
    const of = isOfPrices ? `${listed.layout.key} ` : isOfCountry ? `${listed.market.country} ` : "";
    return [{ name, key: `${of}${name} ${value}`, passes: filters[name](value as never, listed) }];
  });
}

function setFilters({
  low,
  low_within = nearLow,
  type = ["game"],
  showExplicit,
  ...values
}: GameFilters & { showExplicit: boolean }): ListFilters {
  return {
    ...values,
    low: low === "near" ? low_within : low,
    type: type === "any" ? undefined : type,
    explicit: showExplicit ? "shown" : "hidden",
  };
}

/** The filters by offers: each of their options counts only some offers. */
export const offerFilters = ["store", "official", "activates"] as const;
export type OfferFilter = (typeof offerFilters)[number];

export function isOfferFilter(name: string): name is OfferFilter {
  return (offerFilters as readonly string[]).includes(name);
}
