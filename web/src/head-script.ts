import { signedInScript } from "./accounts/signed-in-script.ts";
import { earlyInputScript } from "./early-input.ts";
import { themeScript } from "./theme.ts";

/** Runs in the head of every page, before anything of it is shown. The page's policy allows it by its content. */
export const headScript = themeScript + signedInScript + earlyInputScript;
