import { accountTexts } from "contract/content-strings/defaults/account.ts";
import { keyTexts } from "contract/content-strings/defaults/keys.ts";
import { useTextOf } from "../../../api/texts.ts";

const texts = { ...accountTexts, ...keyTexts };

/** Reads the texts of API keys and those of the account screens. */
export const useKeyText = () => useTextOf(texts);
