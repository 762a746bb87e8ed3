import { gameTexts } from "contract/content-strings/defaults/game.ts";
import { useTextOf } from "./texts.ts";

/** Reads the texts of a game's page and those of all pages. */
export const useGameText = () => useTextOf(gameTexts);
