import { savingsPercentage } from "contract/games/rules.ts";
import type { GameSort } from "contract/games/sorting.ts";
import { type StoreKey, storeKeys } from "contract/stores.ts";
import type { IndexedRow } from "./snapshot-rows.ts";

/**
 * The read model keeps games in slots: the position of a game in every column. Slots are given in ascending order of
 * the ids when the model is built; games added later take the slots behind, whatever their ids.
 */
export interface Columns {
  /** How many slots are taken; the columns are longer, so that games can be added. */
  size: number;
  ids: Int32Array<ArrayBuffer>;
  /** The bits of `flag`, and one for each store that sells the game. */
  flags: Uint16Array<ArrayBuffer>;
  /** NaN = not sold there. */
  steamCents: Float64Array<ArrayBuffer>;
  /** What games are sorted by, apart from the title. NaN = no value. */
  values: Record<ValueSort, Float64Array<ArrayBuffer>>;
}

export type ValueSort = Exclude<GameSort, "title">;

export const valueSorts: readonly ValueSort[] = [
  "rating",
  "lowest_price",
  "release_date",
  "discount",
  "metacritic_score",
  "player_count",
];

export const flag = {
  /** A store sells it at 0. */
  free: 1 << 4,
  explicit: 1 << 5,
  /** CDKeys says that it cannot deliver. */
  cdkeysOut: 1 << 6,
  /** Deleted; the slot stays, for nobody. */
  deleted: 1 << 7,
  /** The title is no longer, or not yet, the one in the title index. */
  retitled: 1 << 8,
} as const;

/** How many values the flags of a game can have. */
export const flagCombinations = 1 << 9;

/** The bit that says that the store sells the game. */
export function sells(store: StoreKey): number {
  return 1 << storeKeys.indexOf(store);
}

const anyStore = (1 << storeKeys.length) - 1;

/** Whether the game has a price. */
export function hasPrice(flags: number): boolean {
  return (flags & anyStore) !== 0;
}

export function createColumns(capacity: number): Columns {
  const values = Object.fromEntries(valueSorts.map((sort) => [sort, new Float64Array(capacity)]));
  return {
    size: 0,
    ids: new Int32Array(capacity),
    flags: new Uint16Array(capacity),
    steamCents: new Float64Array(capacity),
    values: values as Columns["values"],
  };
}

/** The values of a row, by which games are sorted. NaN = no value. */
export function sortValues(row: IndexedRow): Record<ValueSort, number> {
  return {
    rating: row.rating ?? Number.NaN,
    lowest_price: row.bestCents ?? Number.NaN,
    release_date: row.releaseDay ?? Number.NaN,
    discount: savingsPercentage(row.steamCents, row.bestCents) ?? Number.NaN,
    metacritic_score: row.metacriticScore ?? Number.NaN,
    player_count: row.playerCount ?? Number.NaN,
  };
}

/** Puts the row into the slot, whatever was there. */
export function writeRow(columns: Columns, slot: number, row: IndexedRow): void {
  columns.ids[slot] = row.id;
  columns.flags[slot] = flagsOf(row);
  columns.steamCents[slot] = row.steamCents ?? Number.NaN;
  const values = sortValues(row);
  for (const sort of valueSorts) columns.values[sort][slot] = values[sort];
}

function flagsOf(row: IndexedRow): number {
  const prices: Record<StoreKey, number | null> = {
    steam: row.steamCents,
    gog: row.gogCents,
    cdkeys: row.cdkeysCents,
    other: row.otherCents,
  };
  let flags = row.explicit ? flag.explicit : 0;
  if (row.cdkeysInStock === false) flags |= flag.cdkeysOut;
  for (const store of storeKeys) {
    if (prices[store] !== null) flags |= sells(store);
    if (prices[store] === 0) flags |= flag.free;
  }
  return flags;
}
