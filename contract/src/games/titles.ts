import { foldText } from "../core/text.ts";
import { titleKey } from "./rules.ts";

/** The most other titles of a game. */
const maxTitles = 50;

/** A game's other titles as they are stored and edited: one per line. */
export function splitTitles(text: string | null): string[] {
  return (text ?? "").split(/[\n\r|]/).flatMap((title) => title.trim().slice(0, 300) || []);
}

/** Titles one per line, each once, without the game's own title; `null` = none. */
export function joinTitles(titles: readonly string[], own = ""): string | null {
  const byKey = new Map<string, string>();
  for (const title of titles.flatMap(splitTitles)) {
    const key = titleKey(title);
    if (!byKey.has(key)) byKey.set(key, title);
  }
  byKey.delete(titleKey(own));
  return [...byKey.values()].slice(0, maxTitles).join("\n") || null;
}

/** The other titles of a game with that title, as visitors see them. */
export function otherTitles({ title, alsoKnownAs }: { title: string; alsoKnownAs: string | null }): string[] {
  return alsoKnownAs === null ? [] : splitTitles(joinTitles([alsoKnownAs], title));
}

/** A game's title, and another one by which it is known. */
export interface ChosenTitle {
  title: string;
  other: string | null;
}

/**
 * The English one of the titles of a game (spec/catalogue 2.9): `stated` by a file or source, `current` in the
 * catalogue, `english` in Steam's English list or details. A title that is not English becomes the other one.
 */
export function chooseTitle(
  stated: string,
  { current = null, english = null }: { current?: string | null; english?: string | null },
): ChosenTitle {
  if (english !== null && isForeign(stated, english)) return { title: english, other: stated };
  if (current === null) return { title: stated, other: null };
  if (isOtherScript(stated, current)) return { title: current, other: stated };
  const isReplaced = isOtherScript(current, stated) || (english !== null && isForeign(current, english));
  return { title: stated, other: isReplaced ? current : null };
}

/** Whether a title is not the English one, but in another script or with words of another language. */
export function isForeign(title: string, english: string): boolean {
  if (titleKey(title) === titleKey(english) || !isLatin(english)) return false;
  return !isLatin(title) || hasForeignWords(title, english);
}

const isOtherScript = (title: string, other: string) => !isLatin(title) && isLatin(other);

/** Whether most letters are Latin; also a title without letters. */
function isLatin(title: string): boolean {
  const letters = title.match(/\p{L}/gu)?.length ?? 0;
  return 2 * (title.match(/\p{Script=Latin}/gu)?.length ?? 0) >= letters;
}

/** Words that are common in titles of other languages, and rare in English ones. */
const foreignWords = new Set(
  `der die das dem den des und oder mit für von vom zum zur ein eine einer krieg reich
  le la les du et aux une dans pour avec sans el los las del y una para il lo gli della dello degli dei delle nel nella
  di da os dos na nas uma het een van voor z na ve ile och og det ett`.split(/\s+/),
);

/** Whether the title has a word of another language, or with an accent, that the English one lacks. */
function hasForeignWords(title: string, english: string): boolean {
  const own = new Set(wordsOf(foldText(english)));
  return wordsOf(title.toLowerCase()).some((word) => {
    const folded = foldText(word);
    return !own.has(folded) && (foreignWords.has(word) || /[^ -~]/.test(word));
  });
}

const wordsOf = (title: string) => title.split(/[^\p{L}\p{N}]+/u).filter(Boolean);

/** The keys of other titles, in their order. */
export function keysOfTitles(text: string | null): string | null {
  return text === null ? null : splitTitles(text).map(titleKey).join("\n") || null;
}
