/**
 * Search parameters as plain text. The router's default is JSON, which would turn `?search=2048` into a number and its
 * link into `?search=%222048%22`.
 */
export function parseAddressSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

/** The search part of an address with its question mark; empty without parameters. */
export function writeAddressSearch(search: Record<string, unknown>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null) parameters.set(name, String(value));
  }
  return parameters.size > 0 ? `?${parameters}` : "";
}
