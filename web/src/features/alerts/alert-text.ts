import { alertTexts } from "contract/content-strings/defaults/personal/alert.ts";
import { useTextOf } from "../../api/texts.ts";

/** Reads the texts of price alerts and those of all pages. */
export const useAlertText = () => useTextOf(alertTexts);
