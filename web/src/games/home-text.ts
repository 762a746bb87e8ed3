import { defaultTexts } from "contract/content-strings/defaults.ts";
import { homeTexts } from "contract/content-strings/home-defaults.ts";
import { type ReadText, useTextOf } from "../content-strings/texts.ts";

const texts = { ...defaultTexts, ...homeTexts };

/** The reader of the home page's texts, and of those of all pages. */
export function useHomeText(): ReadText<typeof texts> {
  return useTextOf(texts);
}
