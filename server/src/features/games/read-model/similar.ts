import { gameTypes } from "contract/games/game-type.ts";
import type { GameIndex } from "./game-index.ts";
import { type NameColumn, type SlotsByName, slotsByName } from "./name-column.ts";

/** How many games each of the two lists has at most. */
const maxSimilar = 8;
const maxByDeveloper = 6;

export interface SimilarIds {
  games: number[];
  byDeveloper: number[];
}

/** What games are compared by. It holds until a game has other names. */
export interface NameIndex {
  tag: SlotsByName;
  developer: SlotsByName;
  /** By number of the tag: the square of the logarithm of how rare it is. */
  weights: Float64Array;
  /** By slot: the weights of all its tags together. */
  sums: Float64Array;
}

export function indexNames({ names, slots, columns }: GameIndex): NameIndex {
  const all = Uint32Array.from(slots.values());
  const tag = slotsByName(names.tag, all);
  const weights = new Float64Array(tag.starts.length - 1);
  const sums = new Float64Array(columns.id.length);
  for (let number = 0; number < weights.length; number++) {
    const games = slotsOfName(tag, number);
    weights[number] = Math.log((all.length + 1) / (games.length + 1)) ** 2;
    for (const slot of games) sums[slot]! += weights[number]!;
  }
  return { tag, developer: slotsByName(names.developer, all), weights, sums };
}

/**
 * The games that share the rarest tags with a game, and others of its developers: both without it, the most alike
 * first, then the most popular. Only games of type `game` that may be shown.
 */
export function findSimilar(
  index: GameIndex,
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
    games: idsOf(mostAlike(index, names, slot, isCandidate)),
    byDeveloper: idsOf(best(index, Uint32Array.from(new Set(ofDeveloper)), () => 1, isCandidate, maxByDeveloper)),
  };
}

/** Steps of likeness: within one of them popularity decides. */
const steps = 10;

/** The same weights in another order may come to a little more. */
const tolerance = 1e-9;

/**
 * The slots whose tags are most alike: in `steps` of the cosine of their weights, where rare tags weigh more (inverse
 * document frequency).
 */
function mostAlike(index: GameIndex, names: NameIndex, slot: number, isCandidate: (slot: number) => boolean): number[] {
  const { tag, weights, sums } = names;
  const shared = new Float64Array(sums.length);
  const sharing = new Uint32Array(sums.length);
  let count = 0;
  for (const number of namesOf(index.names.tag, slot)) {
    const weight = weights[number]!;
    if (weight === 0) continue;
    for (const other of slotsOfName(tag, number)) {
      if (shared[other] === 0) sharing[count++] = other;
      shared[other]! += weight;
    }
  }
  const likenessOf = (other: number) =>
    Math.ceil((shared[other]! / Math.sqrt(sums[slot]! * sums[other]!)) * steps - tolerance);
  return best(index, sharing.subarray(0, count), likenessOf, isCandidate, maxSimilar);
}

function namesOf({ starts, ends, numbers }: NameColumn, slot: number): Uint32Array {
  return numbers.subarray(starts[slot], ends[slot]);
}

function slotsOfName({ starts, slots }: SlotsByName, number: number): Uint32Array {
  return slots.subarray(starts[number], starts[number + 1]);
}

interface Ranked {
  slot: number;
  likeness: number;
  popularity: number;
}

/** The most alike first, of equal ones the most popular, then the first. */
const compare = (a: Ranked, b: Ranked) => b.likeness - a.likeness || b.popularity - a.popularity || a.slot - b.slot;

/** The first of the candidates among these slots, in the order of `compare`. */
function best(
  { columns }: GameIndex,
  slots: Uint32Array,
  likenessOf: (slot: number) => number,
  isCandidate: (slot: number) => boolean,
  limit: number,
): number[] {
  const { popularity } = columns;
  const top: Ranked[] = [];
  for (let n = 0; n < slots.length; n++) {
    const slot = slots[n]!;
    const likeness = likenessOf(slot);
    if (top.length === limit && likeness < top.at(-1)!.likeness) continue;
    const one = { slot, likeness, popularity: popularity[slot]! >= 0 ? popularity[slot]! : -1 };
    if ((top.length === limit && compare(one, top.at(-1)!) > 0) || !isCandidate(slot)) continue;
    const place = top.findIndex((other) => compare(one, other) < 0);
    top.splice(place === -1 ? top.length : place, 0, one);
    if (top.length > limit) top.pop();
  }
  return top.map(({ slot }) => slot);
}
