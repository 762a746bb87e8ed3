/** What the addresses of sign-in and registration carry: the path to return to. Whether it is one of this site is checked on the way. */
export interface AccountSearch {
  from?: string;
}

/** Reads such an address. */
export function parseAccountSearch({ from }: Record<string, unknown>): AccountSearch {
  return typeof from === "string" ? { from } : {};
}
