import { listTexts } from "contract/content-strings/defaults/list.ts";
import { useTextOf } from "../../../api/texts.ts";

/** Reads the texts of lists of games and those of all pages. */
export const useListText = () => useTextOf(listTexts);
