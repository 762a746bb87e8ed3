import { gameTypes } from "contract/games/columns.ts";
import type { IndexedGames } from "./indexed-games.ts";
import { type NameColumn, type SlotsByName, slotsByName } from "./name-column.ts";

/** The maximum sizes of the two lists. */
const maxSimilar = 8;
const maxByDeveloper = 6;

export interface SimilarIds {
  games: number[];
  byDeveloper: number[];
}

/** The index by which games are compared. Valid until the names of a game change. */
export interface NameIndex {
  tag: SlotsByName;
  developer: SlotsByName;
  /** By number of the tag: the square of its inverse document frequency. */
  weights: Float64Array;
  /** By slot: the sum of the weights of its tags. */
  sums: Float64Array;
  /** By slot: the weight of the tags it shares with the game that is being compared; 0 between comparisons. */
  shared: Float64Array;
  /** The slots whose weight in `shared` is not 0. */
  sharing: Uint32Array;
}

export function indexNames({ names, slots, columns }: IndexedGames): NameIndex {
  const all = Uint32Array.from(slots.values());
  const tag = slotsByName(names.tag, all);
  const weights = new Float64Array(tag.starts.length - 1);
  const sums = new Float64Array(columns.id.length);
  for (let number = 0; number < weights.length; number++) {
    const games = slotsOfName(tag, number);
    weights[number] = Math.log((all.length + 1) / (games.length + 1)) ** 2;
    for (const slot of games) sums[slot]! += weights[number]!;
  }
  const shared = new Float64Array(sums.length);
  return { tag, developer: slotsByName(names.developer, all), weights, sums, shared, sharing: all.slice() };
}

/**
 * The games that share the rarest tags with a game, and others of its developers; both by similarity, then by
 * popularity. Only games of type `game` that may be shown.
 */
export function findSimilar(
  index: IndexedGames,
  names: NameIndex,
  id: number,
  mayShow: (slot: number) => boolean,
): SimilarIds {
  const slot = index.slots.get(id);
  if (slot === undefined) return { games: [], byDeveloper: [] };
  const { type, id: ids } = index.columns;
  const game = gameTypes.indexOf("game");
  const isCandidate = (other: number) => other !== slot && type[other]! === game && mayShow(other);
  const developers = namesOf(index.names.developer, slot);
  const ofDeveloper = [...developers].flatMap((number) => [...slotsOfName(names.developer, number)]);
  const idsOf = (slots: number[]) => slots.map((one) => ids[one]!);
  return {
    games: idsOf(mostSimilar(index, names, slot, isCandidate)),
    byDeveloper: idsOf(best(index, Uint32Array.from(new Set(ofDeveloper)), () => 1, isCandidate, maxByDeveloper)),
  };
}

/** Steps of similarity: within a step, popularity decides. */
const steps = 10;

/** Compensates rounding: the sum of the weights depends on their order. */
const tolerance = 1e-9;

/**
 * The slots whose tags are most similar, in `steps` of the cosine similarity of their weights (inverse document
 * frequency).
 */
function mostSimilar(
  index: IndexedGames,
  names: NameIndex,
  slot: number,
  isCandidate: (slot: number) => boolean,
): number[] {
  const { tag, weights, sums, shared, sharing } = names;
  let count = 0;
  for (const number of namesOf(index.names.tag, slot)) {
    const weight = weights[number]!;
    if (weight === 0) continue;
    for (const other of slotsOfName(tag, number)) {
      if (shared[other] === 0) sharing[count++] = other;
      shared[other]! += weight;
    }
  }
  const similarityOf = (other: number) =>
    Math.ceil((shared[other]! / Math.sqrt(sums[slot]! * sums[other]!)) * steps - tolerance);
  const found = best(index, sharing.subarray(0, count), similarityOf, isCandidate, maxSimilar);
  for (let n = 0; n < count; n++) shared[sharing[n]!] = 0;
  return found;
}

function namesOf({ starts, ends, numbers }: NameColumn, slot: number): Uint32Array {
  return numbers.subarray(starts[slot], ends[slot]);
}

function slotsOfName({ starts, slots }: SlotsByName, number: number): Uint32Array {
  return slots.subarray(starts[number], starts[number + 1]);
}

interface Ranked {
  slot: number;
  similarity: number;
  popularity: number;
}

/** Compares by similarity, then by popularity, then by slot. */
const compare = (a: Ranked, b: Ranked) => b.similarity - a.similarity || b.popularity - a.popularity || a.slot - b.slot;

/** The first of the candidates among these slots, in the order of `compare`. */
function best(
  { columns }: IndexedGames,
  slots: Uint32Array,
  similarityOf: (slot: number) => number,
  isCandidate: (slot: number) => boolean,
  limit: number,
): number[] {
  const { popularity } = columns;
  const top: Ranked[] = [];
  for (let n = 0; n < slots.length; n++) {
    const slot = slots[n]!;
    const similarity = similarityOf(slot);
    if (top.length === limit && similarity < top.at(-1)!.similarity) continue;
    const one = { slot, similarity, popularity: popularity[slot]! >= 0 ? popularity[slot]! : -1 };
    if ((top.length === limit && compare(one, top.at(-1)!) > 0) || !isCandidate(slot)) continue;
    const place = top.findIndex((other) => compare(one, other) < 0);
    top.splice(place === -1 ? top.length : place, 0, one);
    if (top.length > limit) top.pop();
  }
  return top.map(({ slot }) => slot);
}
