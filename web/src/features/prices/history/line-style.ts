const strokes: Record<string, string> = {
  blue: "stroke-store-blue",
  green: "stroke-store-green",
  purple: "stroke-store-purple",
  gray: "stroke-store-gray",
  red: "stroke-store-red",
  orange: "stroke-store-orange",
  amber: "stroke-store-amber",
  lime: "stroke-store-lime",
  teal: "stroke-store-teal",
  cyan: "stroke-store-cyan",
  indigo: "stroke-store-indigo",
  pink: "stroke-store-pink",
};
const fills: Record<string, string> = {
  blue: "fill-store-blue",
  green: "fill-store-green",
  purple: "fill-store-purple",
  gray: "fill-store-gray",
  red: "fill-store-red",
  orange: "fill-store-orange",
  amber: "fill-store-amber",
  lime: "fill-store-lime",
  teal: "fill-store-teal",
  cyan: "fill-store-cyan",
  indigo: "fill-store-indigo",
  pink: "fill-store-pink",
};

/** Dashes of lines that share a colour, in the order of the lines; the first is solid. */
const dashes = [undefined, "6 4", "2 3", "10 4 2 4"] as const;

export interface LineStyle {
  stroke: string | undefined;
  fill: string | undefined;
  dash: string | undefined;
}

/** The styles of lines of these colours: lines of the same colour differ in their dashes. */
export function lineStyles(colors: readonly string[]): LineStyle[] {
  return colors.map((color, index) => {
    const word = color in strokes ? color : "gray";
    const before = colors.slice(0, index).filter((other) => (other in strokes ? other : "gray") === word).length;
    return { stroke: strokes[word], fill: fills[word], dash: dashes[before % dashes.length] };
  });
}
