import svgr from "vite-plugin-svgr";

/** Icons that point along the line: the style sheet mirrors them in languages written from right to left. */
const arrows = ["**/{arrow,chevron}-{left,right}.svg?react", "**/log-in.svg?react"];
/** Hidden from screen readers by default. */
const svgProps = { "aria-hidden": "true" };

/** Makes components of `lucide-static/icons/heart.svg?react` and the like. */
export const icons = () => [
  svgr({ exclude: arrows, svgrOptions: { svgProps } }),
  svgr({ include: arrows, svgrOptions: { svgProps: { ...svgProps, "data-arrow": "" } } }),
];
