import { accountTexts } from "contract/content-strings/defaults/personal/account.ts";
import { keyTexts } from "contract/content-strings/defaults/personal/keys.ts";
import { useTextOf } from "../../../api/texts.ts";

const texts = { ...accountTexts, ...keyTexts };

/** Reads the texts of API keys and those of the account screens. */
export const useKeyText = () => useTextOf(texts);
