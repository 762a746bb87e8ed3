import { storeColors } from "contract/stores/rules.ts";
import { expect, test } from "vitest";
import { lineStyles } from "./price-chart.tsx";

test("every store colour has its own line style", () => {
  const styles = lineStyles(storeColors);
  expect(new Set(styles.map(({ stroke }) => stroke)).size).toBe(storeColors.length);
  expect(styles.map(({ dash }) => dash)).toEqual(storeColors.map(() => undefined));
});

test("lines of the same colour differ in their dashes; an unknown colour is gray", () => {
  const styles = lineStyles(["gray", "blue", "mauve", "gray"]);
  expect(styles.map(({ stroke }) => stroke)).toEqual([
    "stroke-store-gray",
    "stroke-store-blue",
    "stroke-store-gray",
    "stroke-store-gray",
  ]);
  expect(new Set([styles[0], styles[2], styles[3]].map((style) => style?.dash)).size).toBe(3);
});
