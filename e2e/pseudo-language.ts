import type { Page } from "playwright-core";

/** A language that looks like none: accents on every letter, 40 % longer, from right to left. */
export const pseudo = { tag: "en-XA", name: "Pseudo", direction: "rtl" };

const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const accented = [..."áƀçđéƒğĥíĵķļɱñóþɋŕšţúṽŵẋýžÁƁÇĐÉƑĞĤÍĴĶĻṀÑÓÞɊŔŠŢÚṼŴẊÝŽ"];

/** A text of the source in it. */
export function inPseudo(text: string): string {
  const letters = text.replaceAll(/\{\w+\}/g, "").match(/[a-z]/gi)?.length ?? 0;
  const parts = text.split(/(\{\w+\})/).map((part) => {
    if (part.startsWith("{")) return part;
    return part.replaceAll(/[a-z]/gi, (letter) => accented[plain.indexOf(letter)]!);
  });
  return `${parts.join("")} ${"ẋẋẋẋẋ ".repeat(Math.ceil(letters * 0.08))}`.trimEnd();
}

export const wordsOf = (text: string) => text.split(/[^\p{L}\p{M}']+/u).filter(Boolean);

/** Every text on the page, in its title and in the names of its parts. */
export function shownTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = [document.title, document.querySelector<HTMLMetaElement>("meta[name=description]")?.content ?? ""];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { parentElement, textContent } = texts.currentNode;
      if (!parentElement?.closest("script, style, noscript, svg, option, code")) found.push(textContent ?? "");
    }
    for (const name of ["aria-label", "title", "placeholder", "alt"])
      for (const element of document.querySelectorAll(`[${name}]`)) found.push(element.getAttribute(name) ?? "");
    return found;
  });
}

/** Clipped texts, other than titles and names that end in an ellipsis. */
export const clippedTexts = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>("body *")) {
      const { overflowX, textOverflow, position, width } = getComputedStyle(element);
      const isShown = element.offsetParent !== null && position !== "absolute" && width !== "1px";
      if (!isShown || overflowX === "visible" || overflowX === "auto" || overflowX === "scroll") continue;
      const text = element.textContent ?? "";
      const isFact = textOverflow === "ellipsis" && !text.includes("ẋẋ");
      if (!isFact && text.trim() !== "" && element.scrollWidth > element.clientWidth + 1) found.push(text.slice(0, 80));
    }
    return found;
  });
