import { accountTexts } from "contract/content-strings/defaults/personal/account.ts";
import { useTextOf } from "../../api/texts.ts";

/** Reads the texts of the account screens and those of all pages. */
export const useAccountText = () => useTextOf(accountTexts);
