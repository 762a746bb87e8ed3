import { pricesOfKey } from "../../api/my-stores.ts";
import { tokenKey } from "../../api/session.ts";
import { earlyInputScript } from "../early-input.ts";
import { themeScript } from "../theme.ts";

/** Marks the document of a signed-in visitor, to hide what only anonymous visitors should see. */
const signedInScript = /* @__PURE__ */ [
  `try{if(localStorage.getItem("${tokenKey}"))`,
  `document.documentElement.dataset.signedIn=""}catch{}`,
].join("");

/** Marks the document of a visitor who has chosen stores, to reserve space for the line about them. */
const myStoresScript = /* @__PURE__ */ [
  `try{if(localStorage.getItem("${pricesOfKey}"))`,
  `document.documentElement.dataset.myStores=""}catch{}`,
].join("");

/** Runs in the head of every page before the first paint. The page's policy allows it by its hash. */
export function writeHeadScript(): string {
  return themeScript + signedInScript + myStoresScript + earlyInputScript;
}
