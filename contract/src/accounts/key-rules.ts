/** The prefix of every API key, by which people and secret scanners recognise it. */
export const keyPrefix = "lw_";

/** The maximum number of keys per account. */
export const maxKeys = 20;

export const maxKeyNameLength = 64;

export const keyProblems = {
  nameMissing: "Enter a name",
  nameLong: `Name must have at most ${maxKeyNameLength} characters`,
  scopesMissing: "Choose what the key may do",
} as const;

/** Whether a token is an API key. Session tokens are shorter. */
export function isKeyToken(token: string): boolean {
  return /^lw_[\w-]{43}$/.test(token);
}
