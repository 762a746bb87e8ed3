import { pricesOfKey } from "../api/my-stores.ts";
import { tokenKey } from "../api/session.ts";
import { earlyInputScript } from "./early-input.ts";

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

/** The storage key of the choice, `dark` or `light`; the system's preference by default. */
const themeKey = "theme";

/** Runs before the first paint, so that the page does not flash in the other theme, and handles the theme buttons. */
const themeScript = /* @__PURE__ */ [
  `{let r=document.documentElement,k="${themeKey}";`,
  `try{let t=localStorage.getItem(k);if(t==="dark"||t==="light")r.dataset.theme=t}catch{}`,
  `addEventListener("click",c=>{let b=c.target.closest("button[data-theme]");`,
  `if(b){r.dataset.theme=b.dataset.theme;try{localStorage.setItem(k,b.dataset.theme)}catch{}}})}`,
].join("");
