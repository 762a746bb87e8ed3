import { gameTypes } from "contract/games/game-type.ts";
import type { GameIndex } from "./game-index.ts";
import { countNames, type NameColumn } from "./name-column.ts";

/** How many games each of the two lists has at most. */
const maxSimilar = 8;
const maxByDeveloper = 6;

export interface SimilarIds {
  games: number[];
  byDeveloper: number[];
}

/**
 * The games that share the rarest tags with a game, and others of its developers: both without it, the most alike
 * first, then the most popular. Only games of type `game` that may be shown. `tagWeights` are those of all games
 * (`weighNames`).
 */
export function findSimilar(
  index: GameIndex,
  tagWeights: Float64Array,
  id: number,
  mayShow: (slot: number) => boolean,
): SimilarIds {
  const slot = index.slots.get(id);
  if (slot === undefined) return { games: [], byDeveloper: [] };
  const { tag, developer } = index.names;
  const { type, id: ids } = index.columns;
  const game = gameTypes.indexOf("game");
  const isCandidate = (other: number) => other !== slot && type[other]! === game && mayShow(other);
  const choose = (likeness: (other: number) => number, limit: number) =>
    best(index, (other) => (isCandidate(other) ? likeness(other) : 0), limit).map((one) => ids[one]!);
  return {
    games: choose(likenessTo(tag, tagWeights, slot), maxSimilar),
    byDeveloper: choose(sharesName(developer, slot), maxByDeveloper),
  };
}

/** Steps of likeness: within one of them popularity decides. */
const steps = 10;

/**
 * How alike the names of games are to those of `slot`, from 0 to `steps`: the cosine of their weights. Rare names weigh
 * more (inverse document frequency).
 */
function likenessTo(lists: NameColumn, weights: Float64Array, slot: number): (other: number) => number {
  const { starts, ends, numbers } = lists;
  const shared = new Float64Array(weights.length);
  let own = 0;
  for (const number of namesOf(lists, slot)) {
    shared[number] = weights[number]!;
    own += weights[number]!;
  }
  return (other) => {
    let common = 0;
    let all = 0;
    for (let at = starts[other]!; at < ends[other]!; at++) {
      common += shared[numbers[at]!]!;
      all += weights[numbers[at]!]!;
    }
    return common === 0 ? 0 : Math.ceil((common / Math.sqrt(own * all)) * steps);
  };
}

/** The weight of each name by number: the square of the logarithm of how rare it is among these games. */
export function weighNames(names: NameColumn, slots: GameIndex["slots"]): Float64Array {
  const counts = countNames(names, Uint32Array.from(slots.values()));
  return Float64Array.from(counts, (count) => Math.log((slots.size + 1) / (count + 1)) ** 2);
}

/** 1 for games that share a name with `slot`. */
function sharesName(lists: NameColumn, slot: number): (other: number) => number {
  const { starts, ends, numbers } = lists;
  const own = [...namesOf(lists, slot)];
  return (other) => {
    for (let at = starts[other]!; at < ends[other]!; at++) if (own.includes(numbers[at]!)) return 1;
    return 0;
  };
}

function namesOf({ starts, ends, numbers }: NameColumn, slot: number): Uint32Array {
  return numbers.subarray(starts[slot], ends[slot]);
}

/** The slots with the highest likeness above 0, of equal ones the most popular, then the first. */
function best({ columns }: GameIndex, likenessOf: (slot: number) => number, limit: number) {
  const { popularity } = columns;
  const top: { slot: number; likeness: number; popularity: number }[] = [];
  for (let slot = 0; slot < popularity.length; slot++) {
    const likeness = likenessOf(slot);
    if (likeness === 0 || (top.length === limit && likeness < top.at(-1)!.likeness)) continue;
    const one = { slot, likeness, popularity: popularity[slot]! >= 0 ? popularity[slot]! : -1 };
    const isBehind = (other: typeof one) =>
      other.likeness < likeness || (other.likeness === likeness && other.popularity < one.popularity);
    const place = top.findIndex(isBehind);
    top.splice(place === -1 ? top.length : place, 0, one);
    if (top.length > limit) top.pop();
  }
  return top.map(({ slot }) => slot);
}
