/** Longer than any word of a search. */
const maxLength = 128;

/** Rows of the table of distances, reused by every call. */
const rows = [0, 1, 2].map(() => new Uint8Array(maxLength + 1)) as [Uint8Array, Uint8Array, Uint8Array];

/**
 * The Damerau–Levenshtein distance: the number of letters to insert, delete, replace or swap with their neighbour to
 * turn `a` into `b`, at most `max + 1`. With `unfinished`, the distance to the closest prefix of `b`.
 */
export function editDistance(a: string, b: string, max: number, unfinished = false): number {
  const tooMany = max + 1;
  if (a.length - b.length > max || (!unfinished && b.length - a.length > max)) return tooMany;
  const width = Math.min(b.length, a.length + max);
  if (width > maxLength) return tooMany;
  let [beforeLast, last, current] = rows;
  for (let at = 0; at <= width; at++) last[at] = at;
  for (let row = 1; row <= a.length; row++) {
    let rowMin = Math.min(row, tooMany);
    current[0] = rowMin;
    const letter = a.charCodeAt(row - 1);
    for (let at = 1; at <= width; at++) {
      const other = b.charCodeAt(at - 1);
      let distance = Math.min(last[at]! + 1, current[at - 1]! + 1, last[at - 1]! + (letter === other ? 0 : 1), tooMany);
      const isSwapped = row > 1 && at > 1 && letter === b.charCodeAt(at - 2) && a.charCodeAt(row - 2) === other;
      if (isSwapped) distance = Math.min(distance, beforeLast[at - 2]! + 1);
      current[at] = distance;
      if (distance < rowMin) rowMin = distance;
    }
    if (rowMin > max) return tooMany;
    [beforeLast, last, current] = [last, current, beforeLast];
  }
  return unfinished ? Math.min(...last.subarray(0, width + 1)) : Math.min(tooMany, last[width]!);
}
