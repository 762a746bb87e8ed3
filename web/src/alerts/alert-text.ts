import { alertTexts } from "contract/content-strings/alert-defaults.ts";
import { type ReadText, useTextOf } from "../content-strings/texts.ts";

/** The reader of the texts of price alerts. */
export function useAlertText(): ReadText<typeof alertTexts> {
  return useTextOf(alertTexts);
}
