/** What the token of every API key begins with, so that people and scanners of leaked secrets recognise it. */
export const keyPrefix = "lw_";

/** Keys that an account can have. */
export const maxKeys = 20;

export const maxKeyNameLength = 64;

export const keyProblems = {
  nameMissing: "Please enter a name",
  nameLong: `Name must have at most ${maxKeyNameLength} characters`,
  scopesMissing: "Please choose what the key may do",
  tooMany: `An account can have ${maxKeys} API keys`,
} as const;

/** Whether a token is an API key's. Those of sessions are shorter. */
export function isKeyToken(token: string): boolean {
  return /^lw_[\w-]{43}$/.test(token);
}
