import { accountTexts } from "contract/content-strings/account-defaults.ts";
import type { ReadText } from "../content-strings/texts.ts";
import { useTextOf } from "../content-strings/texts.ts";

/** The reader of the account screens' texts. */
export function useAccountText(): ReadText<typeof accountTexts> {
  return useTextOf(accountTexts);
}
