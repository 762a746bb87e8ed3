import { gameTexts } from "contract/content-strings/defaults/game.ts";
import { gamePartTexts } from "contract/content-strings/defaults/game-part.ts";
import { useTextOf } from "./texts.ts";

const texts = { ...gameTexts, ...gamePartTexts };

/** Reads the texts of the parts of a game's page that hydrate later, and those of the page. */
export const useGamePartText = () => useTextOf(texts);
