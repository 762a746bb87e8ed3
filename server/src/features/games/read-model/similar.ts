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
  const choose = (likeness: ArrayLike<number>, limit: number) =>
    best(index, likeness, isCandidate, limit).map((one) => ids[one]!);
  return {
    games: choose(likenessTo(index.names.tag, names, slot), maxSimilar),
    byDeveloper: choose(sharingName(index, names.developer, slot), maxByDeveloper),
  };
}

/** Steps of likeness: within one of them popularity decides. */
const steps = 10;

/** The same weights in another order may come to a little more. */
const tolerance = 1e-9;

/**
 * How alike the tags of each slot are to those of `slot`, from 0 to `steps`: the cosine of their weights. Rare tags
 * weigh more (inverse document frequency).
 */
function likenessTo(lists: NameColumn, { tag, weights, sums }: NameIndex, slot: number): Float64Array {
  const likeness = new Float64Array(sums.length);
  for (const number of namesOf(lists, slot)) {
    const weight = weights[number]!;
    for (const other of slotsOfName(tag, number)) likeness[other]! += weight;
  }
  for (let other = 0; other < likeness.length; other++) {
    const common = likeness[other]!;
    if (common > 0) likeness[other] = Math.ceil((common / Math.sqrt(sums[slot]! * sums[other]!)) * steps - tolerance);
  }
  return likeness;
}

/** 1 for slots that share a developer with `slot`. */
function sharingName({ names, columns }: GameIndex, developer: SlotsByName, slot: number): Uint8Array {
  const shares = new Uint8Array(columns.id.length);
  for (const number of namesOf(names.developer, slot)) {
    for (const other of slotsOfName(developer, number)) shares[other] = 1;
  }
  return shares;
}

function namesOf({ starts, ends, numbers }: NameColumn, slot: number): Uint32Array {
  return numbers.subarray(starts[slot], ends[slot]);
}

function slotsOfName({ starts, slots }: SlotsByName, number: number): Uint32Array {
  return slots.subarray(starts[number], starts[number + 1]);
}

/** The slots with the highest likeness above 0, of equal ones the most popular, then the first. */
function best(
  { columns }: GameIndex,
  likenessOf: ArrayLike<number>,
  isCandidate: (slot: number) => boolean,
  limit: number,
): number[] {
  const { popularity } = columns;
  const top: { slot: number; likeness: number; popularity: number }[] = [];
  for (let slot = 0; slot < likenessOf.length; slot++) {
    const likeness = likenessOf[slot]!;
    if (likeness === 0 || (top.length === limit && likeness < top.at(-1)!.likeness) || !isCandidate(slot)) continue;
    const one = { slot, likeness, popularity: popularity[slot]! >= 0 ? popularity[slot]! : -1 };
    const isBehind = (other: typeof one) =>
      other.likeness < likeness || (other.likeness === likeness && other.popularity < one.popularity);
    const place = top.findIndex(isBehind);
    top.splice(place === -1 ? top.length : place, 0, one);
    if (top.length > limit) top.pop();
  }
  return top.map(({ slot }) => slot);
}
