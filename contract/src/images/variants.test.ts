import { expect, test } from "vitest";
import { imageHeight, imageSrcSet, imageUrl } from "./variants.ts";

test.each([
  ["landscape", 230, 108],
  ["landscape", 460, 215],
  ["landscape", 920, 430],
  ["portrait", 200, 300],
  ["portrait", 600, 900],
] as const)("a %s picture %s wide is %s high", (variant, width, height) => {
  expect(imageHeight(variant, width)).toBe(height);
});

test("a picture's URL has a width only if one is given", () => {
  expect(imageUrl(7, "portrait")).toBe("/images/games/7/portrait");
  expect(imageUrl(7, "portrait", 600)).toBe("/images/games/7/portrait?w=600");
  expect(imageUrl(7, "portrait", 600, null)).toBe("/images/games/7/portrait?w=600");
  expect(imageUrl(7, "portrait", 600, "0a1b2c3d")).toBe("/images/games/7/portrait?w=600&v=0a1b2c3d");
});

test("the source set lists every width with its descriptor", () => {
  expect(imageSrcSet(7, "landscape")).toBe(
    "/images/games/7/landscape?w=230 230w, /images/games/7/landscape?w=460 460w, /images/games/7/landscape?w=920 920w",
  );
});
