import { historyTexts } from "contract/content-strings/history-defaults.ts";
import { type ReadText, useTextOf } from "../content-strings/texts.ts";

/** The reader of the price history's texts. */
export function useHistoryText(): ReadText<typeof historyTexts> {
  return useTextOf(historyTexts);
}
