import { type StoreKey, storeKeys } from "contract/stores.ts";
import { flag, flagCombinations, hasPrice, sells } from "./snapshot-columns.ts";
import type { Snapshot } from "./snapshot-model.ts";

/** How many games the home page shows. */
const homepageSize = 12;

/** The best rated games with a price; ties by player count, then by id (spec/games 2.1). */
export function homepageIds({ columns, orders }: Snapshot, showExplicit: boolean): number[] {
  const { flags, ids, values } = columns;
  const chosen: number[] = [];
  for (const slot of orders.rating.DESC) {
    // further ones belong in only as long as they tie with the last
    if (chosen.length >= homepageSize && !Object.is(values.rating[slot], values.rating[chosen.at(-1)!])) break;
    if (hasPrice(flags[slot]!) && (showExplicit || (flags[slot]! & flag.explicit) === 0)) chosen.push(slot);
  }
  chosen.sort(
    (a, b) =>
      descending(values.rating[a]!, values.rating[b]!) ||
      descending(values.player_count[a]!, values.player_count[b]!) ||
      ids[a]! - ids[b]!,
  );
  return chosen.slice(0, homepageSize).map((slot) => ids[slot]!);
}

/** Compares by value, highest first and NaN last. */
function descending(a: number, b: number): number {
  return Number(Number.isNaN(a)) - Number(Number.isNaN(b)) || b - a || 0;
}

/** The mean saving in percent, one decimal, over games that are cheaper elsewhere than at Steam; `null` = there are none. */
export function averageSavings({ columns }: Snapshot): number | null {
  const { size, flags, steamCents, values } = columns;
  let sum = 0;
  let games = 0;
  for (let slot = 0; slot < size; slot++) {
    const steam = steamCents[slot]!;
    const best = values.lowest_price[slot]!;
    if ((flags[slot]! & flag.deleted) === 0 && steam > 0 && best < steam) {
      sum += (steam - best) / steam;
      games += 1;
    }
  }
  return games === 0 ? null : Math.round((sum / games) * 1000) / 10;
}

/** How many offers each store can deliver, as far as it says. */
export function inStockCounts({ columns }: Snapshot): Record<StoreKey, number> {
  const gamesByFlags = new Uint32Array(flagCombinations);
  for (let slot = 0; slot < columns.size; slot++) gamesByFlags[columns.flags[slot]!]! += 1;

  const counts: Record<StoreKey, number> = { steam: 0, gog: 0, cdkeys: 0, other: 0 };
  for (const [flags, games] of gamesByFlags.entries()) {
    if (flags & flag.deleted) continue;
    for (const store of storeKeys) {
      const deliverable = store !== "cdkeys" || (flags & flag.cdkeysOut) === 0;
      if (flags & sells(store) && deliverable) counts[store] += games;
    }
  }
  return counts;
}

/** The games that anyone may be shown, ascending: what the sitemap lists. */
export function publicGameIds({ columns, addedSlots }: Snapshot): number[] {
  const { size, flags, ids } = columns;
  const shown: number[] = [];
  for (let slot = 0; slot < size; slot++) {
    if ((flags[slot]! & (flag.deleted | flag.explicit)) === 0) shown.push(ids[slot]!);
  }
  return addedSlots.size === 0 ? shown : shown.sort((a, b) => a - b);
}
