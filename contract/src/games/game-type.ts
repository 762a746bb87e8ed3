import { z } from "zod";

/** Product types. A product of unknown type counts as a game. */
export const gameTypes = ["game", "dlc", "bundle", "software", "demo", "soundtrack", "video"] as const;
export const GameType = z.enum(gameTypes);
export type GameType = z.output<typeof GameType>;
