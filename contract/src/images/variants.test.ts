import { expect, test } from "vitest";
import { imageHeight, imageSrcSet, imageUrl, shownImageUrl } from "./variants.ts";

test.each([
  ["landscape", 230, 108],
  ["landscape", 460, 215],
  ["landscape", 920, 430],
  ["portrait", 200, 300],
  ["portrait", 600, 900],
] as const)("a %s picture %s wide is %s high", (variant, width, height) => {
  expect(imageHeight(variant, width)).toBe(height);
});

test("a picture's URL has version and language only if there are any", () => {
  const picture = { gameId: 7, variant: "portrait", language: "en" } as const;
  expect(imageUrl(7, "portrait")).toBe("/images/games/7/portrait");
  expect(shownImageUrl(picture, 600)).toBe("/images/games/7/portrait?w=600");
  expect(shownImageUrl({ ...picture, version: null }, 600)).toBe("/images/games/7/portrait?w=600");
  expect(shownImageUrl({ ...picture, version: "0a1b2c3d", language: "pt-BR" }, 600)).toBe(
    "/images/games/7/portrait?w=600&v=0a1b2c3d&language=pt-BR",
  );
});

test("the source set lists every width with its descriptor", () => {
  expect(imageSrcSet({ gameId: 7, variant: "landscape", language: "en" })).toBe(
    "/images/games/7/landscape?w=230 230w, /images/games/7/landscape?w=460 460w, /images/games/7/landscape?w=920 920w",
  );
});
