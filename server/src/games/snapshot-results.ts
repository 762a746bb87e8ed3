/** What the read model found out, so that the further pages of a list and its other orders cost little. */
export interface ResultCache {
  /** The numbers kept for the question, or else those that `find` finds. They are overwritten by later ones: read them at once. */
  get(question: string, find: () => Uint32Array): Uint32Array;
  clear(): void;
}

/** What a result takes beside its numbers, counted in numbers: there may be very many empty ones. */
const overhead = 100;

/**
 * Keeps results of up to `room` numbers in all, of four bytes each; those that nobody asked for lately go first. They lie in one
 * ring: with memory of their own those that pushed each other out were a third of what the event loop left to be collected (decision 029).
 */
export function createResultCache(room = 2_000_000): ResultCache {
  const ring = new Uint32Array(room);
  /** Where each result lies, in the order of the ring from `next` on. */
  const places = new Map<string, { start: number; length: number }>();
  let next = 0;

  function forgetFrom(start: number, end: number): void {
    for (const [question, place] of places) {
      if (place.start < start || place.start >= end) break;
      places.delete(question);
    }
  }

  /** The result as it is kept; of one that has no room, itself. */
  function keep(question: string, result: Uint32Array): Uint32Array {
    const { length } = result;
    if (length + overhead > room) return result;
    if (next + length + overhead > room) {
      forgetFrom(next, room);
      next = 0;
    }
    forgetFrom(next, next + length + overhead);
    const start = next;
    ring.set(result, start);
    places.set(question, { start, length });
    next += length + overhead;
    return ring.subarray(start, start + length);
  }

  /** Half of the ring has been written since. */
  const isOld = (start: number) => (next - start + room) % room > room / 2;

  return {
    get(question, find) {
      const place = places.get(question);
      if (!place) return keep(question, find());
      const { start, length } = place;
      const result = ring.subarray(start, start + length);
      if (!isOld(start)) return result;
      places.delete(question);
      return keep(question, result);
    },
    clear() {
      places.clear();
      next = 0;
    },
  };
}
