import { defaultTexts } from "contract/content-strings/defaults.ts";
import { gameTexts } from "contract/content-strings/game-defaults.ts";
import { type ReadText, useTextOf } from "../content-strings/texts.ts";

const texts = { ...defaultTexts, ...gameTexts };

/** The reader of the texts of a game's page, and of those of all pages. */
export function useGameText(): ReadText<typeof texts> {
  return useTextOf(texts);
}
