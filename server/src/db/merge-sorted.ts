/**
 * Merges what came since the last time into what is in order already: sorting all of it again would hold everybody up.
 * `into` has room for both. Of equals, the old ones come first.
 */
export function mergeSorted<T, Into extends { [place: number]: T }>(
  into: Into,
  old: ArrayLike<T>,
  added: ArrayLike<T>,
  compare: (a: T, b: T) => number,
): Into {
  const size = old.length + added.length;
  let [fromOld, fromAdded] = [0, 0];
  for (let place = 0; place < size; place += 1) {
    const isOld =
      fromAdded === added.length || (fromOld < old.length && compare(old[fromOld]!, added[fromAdded]!) <= 0);
    into[place] = isOld ? old[fromOld++]! : added[fromAdded++]!;
  }
  return into;
}
