import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Fonts with the proportions that the lettering assumes, from the systems that have them. */
const systemFonts =
  "'Segoe UI',Roboto,'Helvetica Neue','Liberation Sans',Arial,'Noto Sans','Noto Sans CJK SC',sans-serif";

/** Letters that a visitor's system may lack and our own font has. */
const cyrillic = /[\u0400-\u045f\u0490\u0491\u04b0\u04b1]/u;

const drawable = /^[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}\u0400-\u045f\u0490\u0491\u04b0\u04b1]*$/u;

interface CoverFonts {
  family: string;
  /**
   * The style sheet that embeds the font, as a cover cannot load any; empty where systems have all letters.
   */
  sheet: string;
}

/** The fonts that a cover's letters are drawn with. */
export function fontsFor(text: string): CoverFonts {
  return cyrillic.test(text)
    ? { family: `Cyrillic,${systemFonts}`, sheet: cyrillicFont() }
    : { family: systemFonts, sheet: "" };
}

/** Whether every letter renders with any system's fonts. */
export function isDrawable(text: string): boolean {
  return drawable.test(text);
}

let sheet: string | undefined;

function cyrillicFont(): string {
  const path = import.meta.resolve("@fontsource-variable/geist/files/geist-cyrillic-wght-normal.woff2");
  const font = () => readFileSync(fileURLToPath(path), "base64");
  sheet ??= `@font-face{font-family:Cyrillic;font-weight:100 900;src:url(data:font/woff2;base64,${font()})}`;
  return sheet;
}
