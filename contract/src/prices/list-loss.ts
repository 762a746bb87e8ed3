/** A list with less than this share of the entries that it had is broken: what it lacks has not gone. */
const minListShare = 0.7;

/** Whether a list has lost over 30% of its entries. `before`: of the last one that was used; `null` = the first one. */
export function hasLostTooMany(seen: number, before: number | null): boolean {
  return before !== null && seen < before * minListShare;
}

/** Why a reading of a whole list is held, or `null`. */
export function shrinkProblem(seen: number, before: number | null, what = "games"): string | null {
  if (seen === 0) return "The list is empty";
  if (!hasLostTooMany(seen, before)) return null;
  const lost = Math.round((1 - seen / before!) * 100);
  return `The list has ${seen} ${what}, ${lost}% fewer than the ${before} of the last reading`;
}
