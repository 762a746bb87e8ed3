import type { RefusalCount } from "contract/prices/source-schema.ts";
import type { Refusal } from "../sources/source.ts";

const maxExample = 200;

/** Adds refusals to the counts, the most frequent reason first. */
export function countRefusals(counts: readonly RefusalCount[], refusals: readonly Refusal[]): RefusalCount[] {
  const more = refusals.map(({ reason, what, message }) => ({ reason, count: 1, example: `${what} ${message}` }));
  return addRefusals(counts, more);
}

/** Merges two lists of counts. */
export function addRefusals(counts: readonly RefusalCount[], more: readonly RefusalCount[]): RefusalCount[] {
  const byReason = new Map(counts.map((one) => [one.reason, one]));
  for (const { reason, count, example } of more) {
    const before = byReason.get(reason)?.count ?? 0;
    byReason.set(reason, { reason, count: before + count, example: storable(example) });
  }
  return [...byReason.values()].sort((a, b) => b.count - a.count);
}

/** Shortens the text and removes what JSON in the database cannot hold. */
function storable(text: string): string {
  return text.slice(0, maxExample).toWellFormed().replaceAll("\0", "");
}
