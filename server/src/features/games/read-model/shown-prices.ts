import { launcherBits } from "contract/prices/launchers.ts";
import { flatStores } from "contract/stores/flat-stores.ts";
import { otherStore } from "contract/stores/rules.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import { isChosen, type Layout, lowAt, priceAt, type ShownOffers, steamAt } from "./layout.ts";
import { type GamePrices, noPrices, type StoreLists } from "./rows.ts";

/** The current and past prices of a game at a store. */
type StorePrices = { key: StoreKey; isOfficial: boolean } & Record<Exclude<keyof StoreLists, "key">, number | null>;

/** Reduces the prices of a game at all stores to those of some, as if there were no others (spec/my-stores 3). */
export function pricesAmong(all: GamePrices, lists: StoreLists, { stores, activates = [] }: ShownOffers): GamePrices {
  const official = new Map(stores.map(({ key, kind }) => [key, kind === "official"]));
  const bits = launcherBits(activates);
  const everywhere = lists.key.map((key, n) => {
    const values = Object.entries(lists).map(([name, list]) => [name, list[n] ?? null]);
    return { ...Object.fromEntries(values), isOfficial: official.get(key) } as StorePrices;
  });
  const chosen = everywhere.filter(
    ({ key, launchers }) => official.has(key) && (bits === 0 || ((launchers ?? 0) & bits) > 0),
  );
  const best = lowestOf(chosen, "minor");
  const officialBest = lowestOf(
    chosen.filter(({ isOfficial }) => isOfficial),
    "minor",
  );
  const low = lowestOf(chosen, "low");
  const kind = chosen.filter(({ isOfficial }) => isOfficial === best?.isOfficial);
  const kindLow = lowestOf(kind, "low")?.low ?? null;
  const highs = kind.flatMap(({ high }) => high ?? []);
  // the store that has had the best price longest
  const change = leastOf(
    chosen.filter(({ minor, changedAt }) => minor !== null && minor === best?.minor && changedAt !== null),
    "changedAt",
  );
  return {
    ...all,
    bestMinor: best?.minor ?? null,
    bestStore: best?.key ?? null,
    regularMinor: best?.regular ?? null,
    officialMinor: officialBest?.minor ?? null,
    officialStore: officialBest?.key ?? null,
    bestChangedAt: inMs(change?.changedAt),
    previousBestMinor: change?.previous ?? null,
    saleEndsAt: best !== undefined && best === lowestOf(everywhere, "minor") ? all.saleEndsAt : null,
    lowMinor: low?.low ?? null,
    lowStore: low?.key ?? null,
    lowAt: inMs(low?.lowAt),
    lowSince: inMs(
      leastOf(
        chosen.filter((one) => one.low !== null && one.low === low?.low),
        "lowSince",
      )?.lowSince,
    ),
    previousLowMinor: null,
    officialLowMinor:
      lowestOf(
        chosen.filter(({ isOfficial }) => isOfficial),
        "low",
      )?.low ?? null,
    keyshopLowMinor:
      lowestOf(
        chosen.filter(({ isOfficial }) => !isOfficial),
        "low",
      )?.low ?? null,
    kindLowMinor: kindLow,
    kindHighMinor: highs.length === 0 ? null : Math.max(...highs),
    kindLowSince: inMs(
      leastOf(
        kind.filter((one) => one.low !== null && one.low === kindLow),
        "lowSince",
      )?.lowSince,
    ),
    kindSince: inMs(leastOf(kind, "since")?.since),
    bestLowAt: inMs(best?.lowAt),
    bestSince: inMs(best?.since),
  };
}

const inMs = (seconds: number | null | undefined) => (seconds == null ? null : seconds * 1000);

type Value = Exclude<keyof StoreLists, "key">;

/** The one with the lowest value; of equal ones the first counts, since the order of stores breaks ties. */
function leastOf(stores: readonly StorePrices[], of: Value): StorePrices | undefined {
  let least: StorePrices | undefined;
  for (const store of stores) if (store[of] !== null && (!least || store[of] < least[of]!)) least = store;
  return least;
}

const lowestOf = (stores: readonly StorePrices[], of: "minor" | "low") => leastOf(stores, of);

/** What a price book knows of a game's prices, for while the database is unreachable. */
export function pricesInBook(layout: Layout, slot: number): GamePrices & { cut: number } {
  const { book, chosen, best, all } = layout;
  const { store, minor, cut } = book.offers;
  const orNull = (value: number) => (Number.isNaN(value) ? null : value);
  const atStore = (key: StoreKey) => orNull(steamAt(all, slot, book.stores.indexOf(key)));
  let [official, other] = [-1, -1];
  const end = book.starts[slot]! + book.counts[slot]!;
  for (let n = book.starts[slot]!; n < end; n++) {
    if (minor[n]! < 0) continue;
    const isFlat = flatStores.some((one) => one !== otherStore && one === book.stores[store[n]!]);
    if (!isFlat && (other < 0 || minor[n]! < minor[other]!)) other = n;
    const isOfficial = chosen.kinds[store[n]!] === 2 && isChosen(book, chosen, n);
    if (isOfficial && (official < 0 || minor[n]! < minor[official]!)) official = n;
  }
  const place = best[slot]!;
  return {
    ...noPrices,
    ...Object.fromEntries(flatStores.map((key) => [`${key}Minor`, atStore(key)])),
    otherMinor: other < 0 ? null : minor[other]!,
    bestMinor: orNull(priceAt(layout, slot)),
    bestStore: place < 0 ? null : book.stores[store[place]!]!,
    cut: place < 0 ? 0 : cut[place]!,
    officialMinor: official < 0 ? null : minor[official]!,
    officialStore: official < 0 ? null : book.stores[store[official]!]!,
    lowMinor: orNull(lowAt(book, chosen, slot)),
  };
}
