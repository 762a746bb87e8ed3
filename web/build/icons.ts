import svgr from "vite-plugin-svgr";

/** Makes components of `lucide-static/icons/heart.svg?react` and the like, by default hidden from screen readers. */
export const icons = () => svgr({ svgrOptions: { svgProps: { "aria-hidden": "true" } } });
