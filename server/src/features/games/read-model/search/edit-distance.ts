/** Longer words than any search has. */
const longest = 128;

/** Rows of the table of distances, used again by every call. */
const rows = [0, 1, 2].map(() => new Uint8Array(longest + 1)) as [Uint8Array, Uint8Array, Uint8Array];

/**
 * How many letters must be added, removed, replaced or swapped with their neighbour to make `a` of `b`; more than
 * `most` is `most + 1`. With `unfinished`, of the beginning of `b` that fits best.
 */
export function editDistance(a: string, b: string, most: number, unfinished = false): number {
  const tooMany = most + 1;
  if (a.length - b.length > most || (!unfinished && b.length - a.length > most)) return tooMany;
  const width = Math.min(b.length, a.length + most);
  if (width > longest) return tooMany;
  let [beforeLast, last, current] = rows;
  for (let at = 0; at <= width; at++) last[at] = at;
  for (let row = 1; row <= a.length; row++) {
    let least = Math.min(row, tooMany);
    current[0] = least;
    const letter = a.charCodeAt(row - 1);
    for (let at = 1; at <= width; at++) {
      const other = b.charCodeAt(at - 1);
      let distance = Math.min(last[at]! + 1, current[at - 1]! + 1, last[at - 1]! + (letter === other ? 0 : 1), tooMany);
      const isSwapped = row > 1 && at > 1 && letter === b.charCodeAt(at - 2) && a.charCodeAt(row - 2) === other;
      if (isSwapped) distance = Math.min(distance, beforeLast[at - 2]! + 1);
      current[at] = distance;
      if (distance < least) least = distance;
    }
    if (least > most) return tooMany;
    [beforeLast, last, current] = [last, current, beforeLast];
  }
  return unfinished ? Math.min(...last.subarray(0, width + 1)) : Math.min(tooMany, last[width]!);
}
