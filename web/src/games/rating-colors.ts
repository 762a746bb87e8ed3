import type { RatingLevel } from "contract/games/rules.ts";

/** Green, yellow, orange, red (spec/games 1.4). */
export const ratingColors: Record<RatingLevel, string> = {
  great: "text-level-great",
  good: "text-level-good",
  fair: "text-level-fair",
  poor: "text-level-poor",
};
