import { brand } from "contract/brand.ts";
import { placedPages } from "contract/languages/place.ts";
import { currentBasePath } from "../api/base-path.ts";
import { pricesOfKey, storesKey } from "../api/my-stores.ts";
import { marketPage, officialParameter, placePrefix } from "../api/place.ts";
import { placeKey } from "../api/remembered-country.ts";
import { tokenKey } from "../api/session.ts";
import { earlyInputScript } from "./early-input.ts";

/** Where the browser remembers the view of the list of games. */
export const viewKey = `${brand.slug}.list-view`;

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

/**
 * Goes to the address that names what the browser remembers, so that the server renders it: another language than the
 * site's own, prices of official stores only, unless they were the choice of an account that is signed out, and the
 * view of the list of games.
 */
function addressScript(basePath: string): string {
  const path = basePath === "" ? "u.pathname" : `u.pathname.slice(${basePath.length})`;
  const base = basePath === "" ? "" : `"${basePath}"+`;
  return [
    `try{let u=new URL(location),q=u.searchParams,p=${path}.replace(${placePrefix},"")||"/",l=localStorage,`,
    `m=JSON.parse(l.getItem("${storesKey}")||"{}"),`,
    `o=/(^|,)${officialParameter.value}(,|$)/.test(l.getItem("${pricesOfKey}")||"")`,
    `&&(m.user===undefined||l.getItem("${tokenKey}"))&&${marketPage}.test(p)&&!q.has("${officialParameter.name}"),`,
    `v=p=="/games"&&l.getItem("${viewKey}")=="list"&&!q.has("view")&&!q.has("page"),`,
    `w=${path}==p&&[${placedPages}].some(r=>r.test(p))&&${placePrefix}.exec(l.getItem("${placeKey}")||"");`,
    `if(v)q.set("view","list");if(o)q.set("${officialParameter.name}","${officialParameter.value}");`,
    `if(w)u.pathname=${base}w[0]+(p=="/"?"":p);if(v||o||w)location.replace(u)}catch{}`,
  ].join("");
}

/** Runs in the head of every page before the first paint. The page's policy allows it by its hash. */
export function writeHeadScript(): string {
  return addressScript(currentBasePath()) + themeScript + signedInScript + myStoresScript + earlyInputScript;
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
