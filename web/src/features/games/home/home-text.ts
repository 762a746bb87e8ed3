import { homeTexts } from "contract/content-strings/defaults/home.ts";
import { useTextOf } from "../../../api/texts.ts";

/** Reads the texts of the home page and those of all pages. */
export const useHomeText = () => useTextOf(homeTexts);
