import type { LibraryView } from "contract/library/rules.ts";
import { type Bits, complement, createBits, hasBit, intersect, setBit } from "./bits.ts";
import type { IndexedGames } from "./indexed-games.ts";

/** The games of a user, by their ids. */
export interface UserGames {
  /** Identifies the contents. */
  key: string;
  owned: readonly number[];
  ignored: readonly number[];
}

/** Filters a list by its caller's library (spec/library 2). */
export interface LibraryFilter {
  view: Exclude<LibraryView, "show">;
  games: UserGames;
}

/** The user or visitor that requests games. */
export interface Caller {
  showExplicit: boolean;
  /** Left out if nothing is hidden. */
  library?: LibraryFilter | undefined;
}

/** Whether a short list may show the game in a slot. */
export function mayShow(index: IndexedGames, { showExplicit, library }: Caller): (slot: number) => boolean {
  const { explicit } = index.columns;
  const passing = library && passLibrary(index, library);
  const maxExplicit = showExplicit ? 1 : 0;
  // false for slots without a game, which are NaN
  return (slot) => explicit[slot]! <= maxExplicit && (passing === undefined || hasBit(passing, slot));
}

/** The games that the view lets through. */
export function passLibrary(index: IndexedGames, { view, games }: LibraryFilter): Bits {
  const { owned, ignored } = games;
  if (view === "owned") return bitsOfIds(index, owned);
  if (view === "ignored") return bitsOfIds(index, ignored);
  const others = complement(bitsOfIds(index, owned, ignored));
  return view === "hide" ? others : intersect([others, additionsTo(index, owned)]);
}

/** The games whose base game is one of these. */
function additionsTo({ columns, titles }: IndexedGames, ids: readonly number[]): Bits {
  const bits = createBits(columns.id.length);
  const bases = new Set(ids);
  if (bases.size === 0) return bits;
  for (let slot = 0; slot < titles.length; slot++) {
    if (bases.has(columns.parent[slot]!)) setBit(bits, slot, true);
  }
  return bits;
}

/** Hidden and deleted games have no slot. */
function bitsOfIds({ columns, slots }: IndexedGames, ...lists: (readonly number[])[]): Bits {
  const bits = createBits(columns.id.length);
  for (const ids of lists) {
    for (const id of ids) {
      const slot = slots.get(id);
      if (slot !== undefined) setBit(bits, slot, true);
    }
  }
  return bits;
}
