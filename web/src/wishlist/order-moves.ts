/** The list with the item moved by so many places, not beyond its ends. */
export function movedBy<Id>(order: readonly Id[], id: Id, places: number): Id[] {
  const from = order.indexOf(id);
  if (from < 0) return [...order];
  const to = Math.min(Math.max(from + places, 0), order.length - 1);
  return order.toSpliced(from, 1).toSpliced(to, 0, id);
}

/** The list with the item right before or right behind another one. */
export function movedBeside<Id>(order: readonly Id[], id: Id, other: Id, edge: "top" | "bottom"): Id[] {
  const without = order.filter((one) => one !== id);
  const place = without.indexOf(other);
  if (place < 0 || without.length === order.length) return [...order];
  return without.toSpliced(edge === "top" ? place : place + 1, 0, id);
}

/** Whether both name the same items in the same order. */
export function isSameOrder<Id>(one: readonly Id[], other: readonly Id[]): boolean {
  return one.length === other.length && one.every((id, index) => id === other[index]);
}
