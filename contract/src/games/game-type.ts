import { z } from "zod";
import { gameTypes } from "./columns.ts";

export const GameType = z.enum(gameTypes);
export type GameType = z.output<typeof GameType>;
