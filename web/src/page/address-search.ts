/**
 * Search parameters as plain text. The router's default is JSON, which would turn `?search=2048` into a number and its
 * link into `?search=%222048%22`. The values of a name that occurs more than once, as forms send lists, are joined by
 * commas.
 */
export function parseAddressSearch(search: string): Record<string, string> {
  const values = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(search)) {
    const before = values.get(name);
    values.set(name, before === undefined ? value : `${before},${value}`);
  }
  return Object.fromEntries(values);
}

/** The page in an address; invalid ones are ignored, and the first one is left out. */
export function parsePage(raw: Record<string, unknown>): { page: number | undefined } {
  const page = /^\d{1,9}$/.test(String(raw.page)) ? Number(raw.page) : 1;
  return { page: page > 1 ? page : undefined };
}

/** The search part of an address with its question mark; empty without parameters. */
export function writeAddressSearch(search: Record<string, unknown>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null) parameters.set(name, String(value));
  }
  // lists of stores are separated by commas, which need no escape
  return parameters.size > 0 ? `?${String(parameters).replaceAll("%2C", ",")}` : "";
}
