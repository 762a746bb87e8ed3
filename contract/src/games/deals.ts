/** The sections of the deals page, in its order (spec/games 8). */
export const dealSections = ["best", "lows", "cuts", "dropped", "ending"] as const;
export type DealSection = (typeof dealSections)[number];
