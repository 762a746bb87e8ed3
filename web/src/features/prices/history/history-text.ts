import { historyTexts } from "contract/content-strings/defaults/history.ts";
import { useTextOf } from "../../../api/texts.ts";

/** Reads the texts of the price history and those of all pages. */
export const useHistoryText = () => useTextOf(historyTexts);
