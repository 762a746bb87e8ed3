import { english } from "../languages/language.ts";

/** A count as English, the language of the panel, writes it: `1,234`. */
export const formatCount = english.count;

/** A number with its English noun: `1 fault`, `2 faults`. */
export function countOf(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? "" : "s"}`;
}
