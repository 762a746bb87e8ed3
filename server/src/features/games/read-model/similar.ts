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
  /** By slot: the norm of the weights of its tags. */
  norms: Float64Array;
  /** By slot: the weight of the tags it shares with the game that is being compared; 0 between comparisons. */
  shared: Float64Array;
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
  return { tag, developer: slotsByName(names.developer, all), weights, norms: sums.map(Math.sqrt), shared };
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
  const byDeveloper = rank(index, isCandidate, maxByDeveloper);
  const ofDeveloper = [...developers].flatMap((number) => [...slotsOfName(names.developer, number)]);
  for (const other of new Set(ofDeveloper)) byDeveloper.add(other, 1);
  const idsOf = ({ top }: Ranking) => top.map((one) => ids[one.slot]!);
  return { games: idsOf(mostSimilar(index, names, slot, isCandidate)), byDeveloper: idsOf(byDeveloper) };
}

/** Steps of similarity: within a step, popularity decides. */
const steps = 10;

/** Compensates rounding: the sum of the weights depends on their order. */
const tolerance = 1e-9;

/**
 * The games whose tags are most similar, in `steps` of the cosine similarity of their weights (inverse document
 * frequency).
 */
function mostSimilar(
  index: IndexedGames,
  names: NameIndex,
  slot: number,
  isCandidate: (slot: number) => boolean,
): Ranking {
  const { tag, weights, norms, shared } = names;
  for (const number of namesOf(index.names.tag, slot)) {
    const weight = weights[number]!;
    if (weight === 0) continue;
    const others = slotsOfName(tag, number);
    for (let n = 0; n < others.length; n++) shared[others[n]!]! += weight;
  }
  const ranking = rank(index, isCandidate, maxSimilar);
  const scale = steps / norms[slot]!;
  let least = 1;
  for (let other = 0; other < shared.length; other++) {
    // not a number without any tag
    const similarity = (shared[other]! * scale) / norms[other]! - tolerance;
    if (similarity > least - 1) least = ranking.add(other, Math.ceil(similarity));
  }
  shared.fill(0);
  return ranking;
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

interface Ranking {
  /** The first candidates, in the order of `compare`. */
  readonly top: readonly Ranked[];
  /** Returns the similarity below which further slots are not among the first. */
  add(slot: number, similarity: number): number;
}

function rank({ columns }: IndexedGames, isCandidate: (slot: number) => boolean, limit: number): Ranking {
  const { popularity } = columns;
  const top: Ranked[] = [];
  let least = 1;
  return {
    top,
    add(slot, similarity) {
      const one = { slot, similarity, popularity: popularity[slot]! >= 0 ? popularity[slot]! : -1 };
      if ((top.length === limit && compare(one, top.at(-1)!) > 0) || !isCandidate(slot)) return least;
      const place = top.findIndex((other) => compare(one, other) < 0);
      top.splice(place === -1 ? top.length : place, 0, one);
      if (top.length > limit) top.pop();
      if (top.length === limit) least = top.at(-1)!.similarity;
      return least;
    },
  };
}
