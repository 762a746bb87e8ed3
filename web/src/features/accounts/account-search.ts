/** The search parameters of sign-in and registration: the path to return to, which is validated on use. */
export interface AccountSearch {
  from?: string;
}

/** Reads such an address. */
export function parseAccountSearch({ from }: Record<string, unknown>): AccountSearch {
  return typeof from === "string" ? { from } : {};
}
