import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Fonts with the proportions that the lettering reckons with, from the systems that have them. */
const systemFonts =
  "'Segoe UI',Roboto,'Helvetica Neue','Liberation Sans',Arial,'Noto Sans','Noto Sans CJK SC',sans-serif";

/** Parts of our own font for letters that a visitor's system may lack. A cover carries those that it needs: it can load nothing. */
const parts = [
  { subset: "cyrillic", letters: /[\u0400-\u045f\u0490\u0491\u04b0\u04b1]/ },
  { subset: "cyrillic-ext", letters: /[\u0460-\u048f\u0492-\u04af\u04b2-\u052f\u1c80-\u1c8a\ua640-\ua69f]/ },
];

interface CoverFonts {
  family: string;
  /** The style sheet that brings the family; empty where systems have all letters. */
  sheet: string;
}

/** What the letters of a cover are drawn with. */
export function fontsFor(text: string): CoverFonts {
  const needed = parts.filter(({ letters }) => letters.test(text));
  return {
    family: [...needed.map(({ subset }) => subset), systemFonts].join(","),
    sheet: needed.map(({ subset }) => fontFace(subset)).join(""),
  };
}

/** Whether every system shows the text: others than Latin and Cyrillic letters may come out as boxes. */
export function isDrawable(text: string): boolean {
  return /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]*$/u.test(text);
}

const fontFaces = new Map<string, string>();

function fontFace(subset: string): string {
  let rule = fontFaces.get(subset);
  if (rule === undefined) {
    const path = import.meta.resolve(`@fontsource-variable/geist/files/geist-${subset}-wght-normal.woff2`);
    const data = readFileSync(fileURLToPath(path), "base64");
    rule = `@font-face{font-family:${subset};font-weight:100 900;src:url(data:font/woff2;base64,${data})}`;
    fontFaces.set(subset, rule);
  }
  return rule;
}
