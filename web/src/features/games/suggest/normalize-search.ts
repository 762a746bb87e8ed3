/** What spellings of a search that find the same have in common. */
export function normalizeSearch(typed: string): string {
  return typed.trim().toLowerCase().replace(/\s+/g, " ");
}
