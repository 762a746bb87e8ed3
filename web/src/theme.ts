/** Where the visitor's choice is stored, `dark` or `light`; without one the system's preference holds. */
export const themeKey = "theme";

/** Runs in the head before the first paint, so that the page never flashes in the other theme. */
export const themeScript = `try{let t=localStorage.getItem("${themeKey}");if(t==="dark"||t==="light")document.documentElement.dataset.theme=t}catch{}`;
