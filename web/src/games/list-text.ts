import { defaultTexts } from "contract/content-strings/defaults.ts";
import { listTexts } from "contract/content-strings/list-defaults.ts";
import { type ReadText, useTextOf } from "../content-strings/texts.ts";

const texts = { ...defaultTexts, ...listTexts };

/** The reader of the texts around lists of games, and of those of all pages. */
export function useListText(): ReadText<typeof texts> {
  return useTextOf(texts);
}
