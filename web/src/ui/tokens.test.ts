import { readFileSync } from "node:fs";
import { storeColors } from "contract/stores/rules.ts";
import { expect, test } from "vitest";

const css = readFileSync(new URL("./tokens.css", import.meta.url), "utf8");

/** The colour of a token in both themes. */
function token(name: string): { light: string; dark: string } {
  const [, value = ""] = new RegExp(`--color-${name}: ([^;]+);`).exec(css) ?? [];
  const [light, dark = light] = value.match(/#[0-9a-f]{6}/g) ?? [];
  if (!light || !dark) throw new Error(`No token ${name}`);
  return { light, dark };
}

/** WCAG's relative luminance. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

test("contrast follows WCAG", () => expect(contrast("#ffffff", "#000000")).toBe(21));

const onPage = ["surface", "raised", "sunken"];

test.each([
  ...storeColors.map((word): [string, string[]] => [`store-${word}`, ["surface", "raised"]]),
  ["text", [...onPage, "positive-soft", "warning-soft", "danger-soft"]],
  ["muted", onPage],
  ["accent-text", onPage],
  ["on-accent", ["accent", "accent-hover"]],
  ["on-scrim", ["scrim"]],
  ["positive", [...onPage, "positive-soft"]],
  ["warning", [...onPage, "warning-soft"]],
  ["danger", [...onPage, "danger-soft"]],
  ...["great", "good", "fair", "poor"].map((level): [string, string[]] => [`level-${level}`, ["surface", "raised"]]),
] as [string, string[]][])("text of the colour %s is legible on its grounds in both themes", (text, grounds) => {
  for (const theme of ["light", "dark"] as const) {
    for (const ground of grounds) {
      const found = contrast(token(text)[theme], token(ground)[theme]);
      expect(found, `${theme}, ${ground}`).toBeGreaterThanOrEqual(4.5);
    }
  }
});
