/** Where the visitor's choice is stored, `dark` or `light`; without one the system's preference holds. */
export const themeKey = "theme";

/**
 * Runs in the head before the first paint, so that the page never flashes in the other theme. It also serves the buttons that
 * choose one, which have it in `data-theme`: they work before all other scripts.
 */
export const themeScript =
  `{let r=document.documentElement,k="${themeKey}";try{let t=localStorage.getItem(k);if(t==="dark"||t==="light")r.dataset.theme=t}catch{}
addEventListener("click",c=>{let b=c.target.closest("button[data-theme]");if(b){r.dataset.theme=b.dataset.theme;try{localStorage.setItem(k,b.dataset.theme)}catch{}}})}`.replace(
    "\n",
    "",
  );
