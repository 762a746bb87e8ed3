import { toMinor } from "contract/core/money.ts";
import { choicesOf, gameTypes } from "contract/games/columns.ts";
import { type ChoiceFilter, choiceFilters, type FilteredColumn } from "contract/games/filter-kinds.ts";
import { cutSteps, priceStepsIn } from "contract/games/price-steps.ts";
import type { Facets, GameList } from "contract/games/schema.ts";
import { launcherBits, launchers } from "contract/prices/launchers.ts";
import { type Bits, countBits, intersect, slotsOf } from "./bits.ts";
import {
  isOfferFilter,
  isPriceFilter,
  type Listed,
  type OfferFilter,
  offerFilters,
  openLowTest,
  priceRange,
} from "./filters.ts";
import type { Layout } from "./layout.ts";
import type { ListCache } from "./list-cache.ts";
import { countNames, type NameKind } from "./name-column.ts";
import type { PriceBook } from "./price-book.ts";
import { findMatches, type ListCriteria, type Matches } from "./query.ts";

type FacetCounts = Facets[keyof Facets];

/** The games to count. */
interface Counted extends Listed {
  bits: Bits;
  slots: Uint32Array;
}

interface Facet {
  /**
   * The filters that are disabled while the options are counted, since an option replaces the chosen ones or extends
   * them. Tags have none, since each one narrows the list further.
   */
  off: readonly Matches["parts"][number]["name"][];
  count(counted: Counted): FacetCounts;
}

const facets: Record<Exclude<keyof Facets, OfferFilter>, Facet> = {
  genre: { off: ["genre"], count: (counted) => countNamed("genre", counted) },
  tag: { off: [], count: (counted) => countNamed("tag", counted) },
  price: {
    off: ["min_price", "max_price"],
    count({ layout, market, slots }) {
      const steps = priceStepsIn(market.currency);
      const bounds = steps.map((amount) => toMinor(amount, market.currency)!);
      const counts = countSteps(layout.book.offers.minor, bounds, layout.best, slots);
      return present(steps.map((step, n) => ({ value: String(step), count: counts[n]! })));
    },
  },
  cut: {
    off: ["min_cut"],
    count({ layout, slots }) {
      const counts = countSteps(layout.book.offers.cut, cutSteps, layout.best, slots);
      // a cut of 60 percent also counts for 50
      for (let n = counts.length - 2; n >= 0; n--) counts[n]! += counts[n + 1]!;
      return present(cutSteps.map((step, n) => ({ value: String(step), count: counts[n]! })));
    },
  },
  type: { off: ["type"], count: (counted) => countChoices("type", gameTypes, counted) },
  ...(Object.fromEntries(
    choiceFilters.map(({ name, column, choices }): [string, Facet] => [
      name,
      { off: [name], count: (counted) => countChoices(column, choicesOf(column), counted, choices) },
    ]),
  ) as Record<ChoiceFilter, Facet>),
};

/** Counts the games by the choice in a column; only those of `options` if given. */
function countChoices(
  column: "type" | FilteredColumn,
  choices: readonly string[],
  { index: { columns }, slots }: Counted,
  options: readonly string[] = choices,
): FacetCounts {
  const values = columns[column];
  const counts = new Uint32Array(choices.length);
  for (let n = 0; n < slots.length; n++) {
    const place = values[slots[n]!]!;
    // NaN = not known
    if (place >= 0) counts[place]! += 1;
  }
  return byCount(options.map((value) => ({ value, count: counts[choices.indexOf(value)]! })));
}

/** The maximum number of genres or tags in a facet. */
const maxNames = 100;

function countNamed(kind: NameKind, { index, slots }: Counted): FacetCounts {
  const column = index.names[kind];
  const counts = countNames(column, slots);
  return byCount(column.spelled.map((value, number) => ({ value, count: counts[number]! }))).slice(0, maxNames);
}

/** Counts the slots by the interval from each step to the next that the value of their best offer is in. */
function countSteps(
  values: Int32Array | Uint8Array,
  steps: readonly number[],
  best: Int32Array,
  slots: Uint32Array,
): Uint32Array {
  const [first = 0, ...others] = [...steps, Number.POSITIVE_INFINITY];
  const counts = new Uint32Array(steps.length);
  for (let n = 0; n < slots.length; n++) {
    const offer = best[slots[n]!]!;
    if (offer < 0 || values[offer]! < first) continue;
    let step = 0;
    while (values[offer]! >= others[step]!) step += 1;
    counts[step]! += 1;
  }
  return counts;
}

/** Leaves out options without games. */
function present(options: FacetCounts): FacetCounts {
  return options.filter(({ count }) => count > 0);
}

/** Most games first, then by name. */
function byCount(options: FacetCounts): FacetCounts {
  return present(options).sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
}

/** A source of lists with its cache. */
export interface ListSource {
  listed: Listed;
  lists: ListCache;
}

/**
 * Counts the options of filters by offers with one source. A list with an option has the prices of its offers alone, so
 * the filters by price are applied to each option's own prices.
 */
function countOffers(
  filters: readonly OfferFilter[],
  { listed, lists }: ListSource,
  criteria: ListCriteria,
): Record<string, FacetCounts> {
  const others = { ...criteria, ...Object.fromEntries(filters.map((name) => [name, undefined])) };
  const { parts } = findMatches(listed, others, lists);
  const bits = intersect(parts.filter(({ name }) => !isPriceFilter(name)).map((part) => part.bits));
  const counts = countOptions(slotsOf(bits), listed, criteria);
  return Object.fromEntries(filters.map((name) => [name, byCount(counts[name])]));
}

/** Counts games by the options that any of their offers has: a game whose best offer there passes the filters by price. */
function countOptions(slots: Uint32Array, listed: Listed, criteria: ListCriteria): Record<OfferFilter, FacetCounts> {
  const { book, chosen } = listed.layout;
  const { starts, counts } = book;
  const { store, minor, cut, marks } = book.offers;
  const { kinds, launchers: required } = chosen;
  const { min, max, minCut } = priceRange(criteria, listed.market.currency);
  const lows = openLowTests(listed, criteria);
  if (min === 0 && max === Number.POSITIVE_INFINITY && minCut === 0 && lows === null) {
    return countSold(slots, listed.layout);
  }
  const passes = (offer: number) => minor[offer]! >= min && minor[offer]! <= max && cut[offer]! >= minCut;
  const byStore = new Uint32Array(book.stores.length);
  let official = 0;
  const byLauncher = new Uint32Array(launchers.length);
  const allLaunchers = launcherBits(launchers);
  /** By launcher: the best offer of a game, which is the lowest and of equal ones the first. */
  const best = new Int32Array(launchers.length);
  for (let at = 0; at < slots.length; at++) {
    const slot = slots[at]!;
    let bestOfficial = -1;
    let seen = 0;
    const end = starts[slot]! + counts[slot]!;
    for (let n = starts[slot]!; n < end; n++) {
      const price = minor[n]!;
      const number = store[n]!;
      const kind = kinds[number]!;
      const on = marks[n]! & allLaunchers;
      if (price < 0 || kind === 0 || (required > 0 && (on & required) === 0)) continue;
      if (passes(n) && (lows === null || lows.ofStore[number]!(slot, n))) byStore[number]! += 1;
      if (kind === 2 && (bestOfficial < 0 || price < minor[bestOfficial]!)) bestOfficial = n;
      for (let rest = on; rest > 0; rest &= rest - 1) {
        const bit = 31 - Math.clz32(rest & -rest);
        if ((seen & (1 << bit)) === 0 || price < minor[best[bit]!]!) best[bit] = n;
      }
      seen |= on;
    }
    if (bestOfficial >= 0 && passes(bestOfficial) && (lows === null || lows.ofOfficial(slot, bestOfficial))) {
      official += 1;
    }
    for (let rest = seen; rest > 0; rest &= rest - 1) {
      const bit = 31 - Math.clz32(rest & -rest);
      const n = best[bit]!;
      if (passes(n) && (lows === null || lows.ofLauncher[bit]!(slot, n))) byLauncher[bit]! += 1;
    }
  }
  return toCounts(book, byStore, official, byLauncher);
}

/** `countOptions` without a filter by price: any offer will do, so the best ones need not be found. */
function countSold(slots: Uint32Array, { book, chosen }: Layout): Record<OfferFilter, FacetCounts> {
  const { starts, counts } = book;
  const { store, minor, marks } = book.offers;
  const { kinds, launchers: required } = chosen;
  const allLaunchers = launcherBits(launchers);
  const byStore = new Uint32Array(book.stores.length);
  /** Games by the launchers of their offers as bits. */
  const byLaunchers = new Uint32Array(allLaunchers + 1);
  let official = 0;
  for (let at = 0; at < slots.length; at++) {
    const slot = slots[at]!;
    let hasOfficial = 0;
    let seen = 0;
    const end = starts[slot]! + counts[slot]!;
    for (let n = starts[slot]!; n < end; n++) {
      const kind = kinds[store[n]!]!;
      const on = marks[n]! & allLaunchers;
      if (minor[n]! < 0 || kind === 0 || (required > 0 && (on & required) === 0)) continue;
      byStore[store[n]!]! += 1;
      if (kind === 2) hasOfficial = 1;
      seen |= on;
    }
    official += hasOfficial;
    byLaunchers[seen]! += 1;
  }
  const withBit = (bit: number) => byLaunchers.reduce((sum, games, seen) => sum + ((seen >> bit) & 1) * games, 0);
  return toCounts(
    book,
    byStore,
    official,
    Uint32Array.from(launchers, (_, bit) => withBit(bit)),
  );
}

function toCounts(
  { stores }: PriceBook,
  byStore: Uint32Array,
  official: number,
  byLauncher: Uint32Array,
): Record<OfferFilter, FacetCounts> {
  return {
    store: stores.map((value, number) => ({ value, count: byStore[number]! })),
    official: [{ value: "true", count: official }],
    activates: launchers.map((value, bit) => ({ value, count: byLauncher[bit]! })),
  };
}

/** The filter by lows for the offers of each option, which have lows of their own; `null` = it is not set. */
function openLowTests(listed: Listed, criteria: ListCriteria) {
  const { book, chosen } = listed.layout;
  const testOf = openLowTest(criteria, listed);
  if (!testOf) return null;
  const kindsWhere = (counts: (kind: number, number: number) => boolean) =>
    chosen.kinds.map((kind, number) => (counts(kind, number) ? kind : 0));
  return {
    ofStore: book.stores.map((_, number) => testOf({ kinds: kindsWhere((_, other) => other === number) })),
    ofOfficial: testOf({ kinds: kindsWhere((kind) => kind === 2) }),
    ofLauncher: launchers.map((launcher) => testOf({ alsoLaunchers: launcherBits([launcher]) })),
  };
}

/**
 * Counts the games that each option of the facets would leave. If no game matches, also counts those that match without
 * each of the filters. `without` are the sources without each filter by offers.
 */
export function countFacets(
  { listed, lists }: ListSource,
  criteria: ListCriteria,
  without: Record<OfferFilter, ListSource>,
): Required<Pick<GameList, "facets">> & Pick<GameList, "without"> {
  const { parts, bits } = findMatches(listed, criteria, lists);
  const all: Counted = { ...listed, bits, slots: slotsOf(bits) };
  const isOff = (off: Facet["off"]) => parts.some(({ name }) => off.includes(name));
  function withoutFilters(off: Facet["off"]): Bits {
    return intersect(parts.filter(({ name }) => !off.includes(name)).map(({ bits }) => bits));
  }
  function count({ off, count }: Facet): FacetCounts {
    if (!isOff(off)) return count(all);
    const bits = withoutFilters(off);
    return count({ ...listed, bits, slots: slotsOf(bits) });
  }
  // those that are not set and have the same source are counted in one pass
  const sourceOf = (name: OfferFilter) =>
    criteria[name] === undefined ? without[name].listed.layout.key : `set ${name}`;
  const groups = [...Map.groupBy(offerFilters, sourceOf).values()];
  const counted = Object.fromEntries([
    ...Object.entries(facets).map(([name, facet]) => [name, count(facet)]),
    ...groups.flatMap((filters) => Object.entries(countOffers(filters, without[filters[0]!], criteria))),
  ]) as Facets;
  const given = parts.filter(
    ({ name }) => name !== "explicit" && name !== "search" && name !== "library" && criteria[name] !== undefined,
  );
  function matchesWithout(name: (typeof given)[number]["name"]): Bits {
    if (!isOfferFilter(name)) return withoutFilters([name]);
    const { listed, lists } = without[name];
    return findMatches(listed, { ...criteria, [name]: undefined }, lists).bits;
  }
  return {
    facets: counted,
    ...(all.slots.length === 0 && {
      without: Object.fromEntries(given.map(({ name }) => [name, countBits(matchesWithout(name))])),
    }),
  };
}
