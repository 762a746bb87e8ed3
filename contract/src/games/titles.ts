import { foldText, normalizeText } from "../core/text.ts";
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
interface ChosenTitle {
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

/** A title in a language, by its tag (BCP 47). */
interface LocalizedTitle {
  locale: string;
  title: string;
}

const maxLocalizedTitles = 50;
const maxTitleLength = 300;

/** Control characters, and those that change the direction of the text around them. */
const unseen = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** A title on one line, without characters that would change the text around it. */
export function cleanTitle(title: string): string {
  const seen = normalizeText(title.toWellFormed().replace(/\s/g, " ").replace(unseen, ""), "NFC");
  return seen.replace(/ {2,}/g, " ").trim().slice(0, maxTitleLength).toWellFormed();
}

/** The titles of a text with a line such as `ja: 缺氧` for each; other lines are left out. */
export function splitLocalizedTitles(text: string | null): LocalizedTitle[] {
  return (text ?? "").split(/[\n\r]/).flatMap((line) => {
    const colon = line.search(/[:：]/);
    if (colon < 0) return [];
    const locale = canonicalTag(line.slice(0, colon).trim());
    const title = cleanTitle(line.slice(colon + 1));
    return locale === null || title === "" ? [] : [{ locale, title }];
  });
}

/**
 * The text of these titles, each once and without the game's own; `null` = none. They are ordered by language; of
 * several in one language the first one stays first, which pages show.
 */
export function joinLocalizedTitles(titles: readonly LocalizedTitle[], own = ""): string | null {
  const byKey = new Map<string, LocalizedTitle>();
  for (const { locale, title } of titles) {
    const key = titleKey(title);
    const id = `${locale} ${key}`;
    if (key !== titleKey(own) && !byKey.has(id)) byKey.set(id, { locale, title });
  }
  const kept = [...byKey.values()].slice(0, maxLocalizedTitles);
  kept.sort((a, b) => (a.locale === b.locale ? 0 : a.locale < b.locale ? -1 : 1));
  return kept.map(({ locale, title }) => `${locale}: ${title}`).join("\n") || null;
}

/** The keys of titles by language, a line for each. */
export function keysOfLocalizedTitles(text: string | null): string | null {
  return text === null
    ? null
    : splitLocalizedTitles(text)
        .map(({ title }) => titleKey(title))
        .join("\n");
}

/** A game's title in a language, otherwise in a regional form of it; `null` = none that differs from its own. */
export function titleIn(
  { title, localizedTitles }: { title: string | null; localizedTitles: string | null },
  language: string | undefined,
): string | null {
  if (localizedTitles === null || language === undefined) return null;
  const lines = localizedTitles.split("\n");
  const isRelated = (tag: string) => tag.startsWith(`${language}-`) || language.startsWith(`${tag}-`);
  const line =
    lines.find((one) => one.startsWith(`${language}: `)) ?? lines.find((one) => isRelated(one.split(":", 1)[0]!));
  const found = line?.slice(line.indexOf(": ") + 2) ?? title;
  return found === title ? null : found;
}

/** The same as a field of an answer; empty where there is none. */
export function localizedIn(
  game: Parameters<typeof titleIn>[0],
  language: string | undefined,
): { localized_title?: string } {
  const localized = titleIn(game, language);
  return localized === null ? {} : { localized_title: localized };
}

/** All titles by which searches find a game besides its own: those in known languages are among them. */
export function searchedTitles({
  title,
  alsoKnownAs,
  localizedTitles,
}: {
  title: string;
  alsoKnownAs: string | null;
  localizedTitles: string | null;
}): string[] {
  const others = otherTitles({ title, alsoKnownAs });
  if (localizedTitles === null) return others;
  const byKey = new Map(others.map((other) => [titleKey(other), other]));
  for (const { title: other } of splitLocalizedTitles(localizedTitles)) {
    const key = titleKey(other);
    if (!byKey.has(key)) byKey.set(key, other);
  }
  byKey.delete(titleKey(title));
  return [...byKey.values()];
}

const canonicalTags = new Map<string, string | null>();
const maxCachedTags = 1_000;

/** The usual spelling of a language tag; `null` for anything else. */
function canonicalTag(text: string): string | null {
  if (!/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8}){0,4}$/.test(text)) return null;
  let tag = canonicalTags.get(text);
  if (tag === undefined) {
    try {
      tag = Intl.getCanonicalLocales(text)[0] ?? null;
    } catch {
      tag = null;
    }
    if (canonicalTags.size < maxCachedTags) canonicalTags.set(text, tag);
  }
  return tag;
}
