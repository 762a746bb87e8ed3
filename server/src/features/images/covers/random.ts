import { type Random, randomFrom } from "../../../platform/process/random.ts";

/** Depends on the text only, so that a game's cover is the same in every process. */
export function randomFromText(text: string): Random {
  // FNV-1a
  let seed = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) seed = Math.imul(seed ^ text.charCodeAt(index), 0x01000193);
  return randomFrom(seed);
}

/** A number in [low, high). */
export function between(random: Random, low: number, high: number): number {
  return low + random() * (high - low);
}
