import { filterTexts } from "contract/content-strings/defaults/filter.ts";
import { finderTexts } from "contract/content-strings/defaults/finder.ts";
import { useTextOf } from "../../../../api/texts.ts";

const texts = { ...finderTexts, ...filterTexts };

/** Reads the texts of the filters and those of all pages. */
export const useFinderText = () => useTextOf(texts);
