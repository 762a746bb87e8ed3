/** Maps spellings of a search with the same results to one form. */
export function normalizeSearch(typed: string): string {
  return typed.trim().toLowerCase().replace(/\s+/g, " ");
}
