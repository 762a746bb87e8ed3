/** What the read model found out, so that the further pages of a list and its other orders cost little. */
export interface ResultCache {
  /** The numbers kept for the question, or else those that `find` finds. */
  get(question: string, find: () => Uint32Array): Uint32Array;
  clear(): void;
}

/** What a result takes beside its numbers, counted in numbers: there may be very many empty ones. */
const overhead = 100;

/** Keeps results of up to `limit` numbers in all, of four bytes each; the least recently asked for go first. */
export function createResultCache(limit = 2_000_000): ResultCache {
  const results = new Map<string, Uint32Array>();
  let numbers = 0;

  function forget(question: string): void {
    numbers -= (results.get(question)?.length ?? 0) + overhead;
    results.delete(question);
  }

  return {
    get(question, find) {
      const kept = results.get(question);
      if (kept) forget(question);
      const result = kept ?? find();
      results.set(question, result);
      numbers += result.length + overhead;
      while (numbers > limit && results.size > 1) forget(results.keys().next().value!);
      return result;
    },
    clear() {
      results.clear();
      numbers = 0;
    },
  };
}
