/** The sections of the deals page, in its order (spec/games 10). */
export const dealSections = ["best", "lows", "cuts", "dropped", "ending"] as const;
export type DealSection = (typeof dealSections)[number];
