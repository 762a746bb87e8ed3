/** Edits of a game by people; `original` is the state before the first one. */
export const gameActions = ["original", "edit", "release", "restore", "hide", "unhide"] as const;
export type GameAction = (typeof gameActions)[number];

/** The sort options of the panel's list of games. */
export const catalogueSorts = ["relevance", "title", "popularity", "release_date", "rating"] as const;
export type CatalogueSort = (typeof catalogueSorts)[number];

/** What games can lack, for a list of those that need work. `price`: an offer in the default market. */
export const missingFacts = ["picture", "genre", "release_date", "developer", "description", "price"] as const;
export type MissingFact = (typeof missingFacts)[number];
