/**
 * Search parameters as plain text, both ways. The router's own way writes JSON, which would make
 * `?search=2048` a number and its link `?search=%222048%22`.
 */
export function parseAddressSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

/** The search part of an address, with its question mark; empty when there is nothing to say. */
export function writeAddressSearch(search: Record<string, unknown>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null) parameters.set(name, String(value));
  }
  return parameters.size > 0 ? `?${parameters}` : "";
}
