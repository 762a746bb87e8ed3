import { dealTexts } from "contract/content-strings/defaults/deal.ts";
import { filterTexts } from "contract/content-strings/defaults/filter.ts";
import { useTextOf } from "../../../api/texts.ts";

const texts = { ...dealTexts, ...filterTexts };

/** Reads the texts of the deals page, the names of its sections, and the texts of all pages. */
export const useDealText = () => useTextOf(texts);
