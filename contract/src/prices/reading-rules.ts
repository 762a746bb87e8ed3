/** `poll`: of a configured source; otherwise a file with prices of a store, games with prices, or past prices. */
export const readingKinds = ["poll", "prices", "catalogue", "history"] as const;
export type ReadingKind = (typeof readingKinds)[number];

export const readingOrigins = ["schedule", "panel", "command line"] as const;
export type ReadingOrigin = (typeof readingOrigins)[number];

export const readingStates = ["running", "applied", "held", "undone", "dropped", "failed"] as const;
export type ReadingState = (typeof readingStates)[number];
