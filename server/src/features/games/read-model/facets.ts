import { toMinor } from "contract/core/money.ts";
import { choicesOf, gameTypes } from "contract/games/columns.ts";
import { type ChoiceFilter, choiceFilters, type FilteredColumn } from "contract/games/filter-kinds.ts";
import { nearLow } from "contract/games/filter-labels.ts";
import { cutSteps, priceStepsIn } from "contract/games/price-steps.ts";
import type { Facets, GameList } from "contract/games/schema.ts";
import { type Bits, countBits, countCommon, intersect, slotsOf } from "./bits.ts";
import { type PriceColumns, priceColumns } from "./columns.ts";
import { type Listed, openFilters, priceFilters } from "./filters.ts";
import type { MarketIndex } from "./indexed-games.ts";
import type { ListCache } from "./list-cache.ts";
import type { ShownPrices } from "./market-index.ts";
import { countNames, type NameKind } from "./name-column.ts";
import { findMatches, type ListCriteria, type Matches } from "./query.ts";
import { isAnyNearLow, offerColumnsOf, visitBestOffers } from "./views/offer-columns.ts";
import { visitOptions } from "./views/price-view.ts";
import { type ChosenStores, isOfferFilter, type OfferFilter, offerFilters } from "./views/store-facts.ts";

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
    count({ prices: { columns }, market, slots }) {
      const steps = priceStepsIn(market.currency);
      const counts = countSteps(
        columns.lowest_price,
        steps.map((amount) => toMinor(amount, market.currency)!),
        slots,
      );
      return present(steps.map((step, n) => ({ value: String(step), count: counts[n]! })));
    },
  },
  cut: {
    off: ["min_cut"],
    count({ prices: { columns }, slots }) {
      const counts = countSteps(columns.cut, cutSteps, slots);
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

/** Counts the slots by the interval from each step to the next that their value is in. */
function countSteps(values: Float64Array, steps: readonly number[], slots: Uint32Array): Uint32Array {
  const counts = new Uint32Array(steps.length);
  for (let n = 0; n < slots.length; n++) {
    const value = values[slots[n]!]!;
    let step = steps.length - 1;
    while (step >= 0 && !(value >= steps[step]!)) step -= 1;
    if (step >= 0) counts[step]! += 1;
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

/** The source without a filter by offers. */
export interface OfferSource extends ListSource {
  everywhere: MarketIndex;
  chosen: ChosenStores;
}

/**
 * Counts the options of filters by offers with one source. A list with an option has the prices of its offers alone, so
 * the filters by price are applied to each option's own prices.
 */
function countOffers(
  filters: readonly OfferFilter[],
  { listed, lists, everywhere, chosen }: OfferSource,
  criteria: ListCriteria,
): Record<string, FacetCounts> {
  const others = { ...criteria, ...Object.fromEntries(filters.map((name) => [name, undefined])) };
  const { parts } = findMatches(listed, others, lists);
  const isByPrice = ({ name }: { name: string }) => priceFilters.includes(name);
  const bits = intersect(parts.filter((part) => !isByPrice(part)).map((part) => part.bits));
  if (!parts.some(isByPrice)) {
    return Object.fromEntries(filters.map((name) => [name, byCount(countSets(name, listed.prices, bits))]));
  }
  const passing = (columns: PriceColumns) => {
    const byPrice = openFilters(criteria, { ...listed, prices: { ...listed.prices, columns } }).filter(isByPrice);
    return (n: number) => byPrice.every(({ passes }) => passes(n));
  };
  const counts = Object.fromEntries(filters.map((name) => [name, new Map<string, number>()]));
  const add = (filter: OfferFilter, option: string) =>
    counts[filter]!.set(option, (counts[filter]!.get(option) ?? 0) + 1);
  const offers = offerColumnsOf(everywhere, chosen);
  const none = priceColumns.create(0);
  const passesAsOffer = passing({ ...none, lowest_price: offers.minors, cut: offers.cuts });
  const one = priceColumns.create(1);
  const passesAsOne = passing(one);
  const { low, low_within = nearLow } = criteria;
  for (const slot of slotsOf(bits)) {
    if (!everywhere.changedFacts.has(slot)) {
      if (low === undefined) {
        visitBestOffers(offers, slot, filters, (filter, option, n) => passesAsOffer(n) && add(filter, option));
        continue;
      }
      if (!isAnyNearLow(offers, slot, low === "near" ? low_within : 0)) continue;
    }
    visitOptions(everywhere, slot, { chosen, filters }, (filter, option, row) => {
      priceColumns.write(one, 0, row);
      if (passesAsOne(0)) add(filter, option);
    });
  }
  return Object.fromEntries(
    filters.map((name) => [name, byCount([...counts[name]!].map(([value, count]) => ({ value, count })))]),
  );
}

function countSets(filter: OfferFilter, { sold, activating, columns }: ShownPrices, bits: Bits): FacetCounts {
  if (filter === "official") {
    return [{ value: "true", count: slotsOf(bits).filter((slot) => columns.official_price[slot]! >= 0).length }];
  }
  const sets = filter === "store" ? sold : activating;
  return Object.entries(sets).map(([value, games]) => ({ value, count: countCommon(bits, games) }));
}

/**
 * Counts the games that each option of the facets would leave. If no game matches, also counts those that match without
 * each of the filters. `without` are the sources without each filter by offers.
 */
export function countFacets(
  { listed, lists }: ListSource,
  criteria: ListCriteria,
  without: Record<OfferFilter, OfferSource>,
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
  const sourceOf = (name: OfferFilter) => (criteria[name] === undefined ? without[name].chosen.key : `set ${name}`);
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
