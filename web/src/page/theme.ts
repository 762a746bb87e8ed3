/** The storage key of the choice, `dark` or `light`; the system's preference by default. */
const themeKey = "theme";

/** Runs before the first paint, so that the page does not flash in the other theme, and handles the theme buttons. */
export const themeScript = /* @__PURE__ */ [
  `{let r=document.documentElement,k="${themeKey}";`,
  `try{let t=localStorage.getItem(k);if(t==="dark"||t==="light")r.dataset.theme=t}catch{}`,
  `addEventListener("click",c=>{let b=c.target.closest("button[data-theme]");`,
  `if(b){r.dataset.theme=b.dataset.theme;try{localStorage.setItem(k,b.dataset.theme)}catch{}}})}`,
].join("");
