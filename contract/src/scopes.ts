/** The scopes of API keys (spec/api 10.2). */
export const scopes = ["read:catalogue", "read:lists", "write:lists", "read:library", "write:library"] as const;

export type Scope = (typeof scopes)[number];
