/** The list with the item moved by that many places, clamped to its ends. */
export function movedBy<Id>(ranking: readonly Id[], id: Id, places: number): Id[] {
  const from = ranking.indexOf(id);
  if (from < 0) return [...ranking];
  const to = Math.min(Math.max(from + places, 0), ranking.length - 1);
  return ranking.toSpliced(from, 1).toSpliced(to, 0, id);
}

/** The list with the item right before or after another. */
export function movedNextTo<Id>(ranking: readonly Id[], id: Id, other: Id, edge: "top" | "bottom"): Id[] {
  const without = ranking.filter((one) => one !== id);
  const place = without.indexOf(other);
  if (place < 0 || without.length === ranking.length) return [...ranking];
  return without.toSpliced(edge === "top" ? place : place + 1, 0, id);
}

/** Whether both name the same items in the same ranking. */
export function isSameRanking<Id>(one: readonly Id[], other: readonly Id[]): boolean {
  return one.length === other.length && one.every((id, index) => id === other[index]);
}
