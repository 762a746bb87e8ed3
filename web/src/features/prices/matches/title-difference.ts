export interface TitlePart {
  text: string;
  /** The other title does not have this word. */
  isOwn: boolean;
}

const wordOf = (text: string) =>
  text
    .replace(/[™®©℠]/gu, "")
    .normalize("NFKD")
    .replace(/[^\p{L}\p{N}]/gu, "")
    .toLowerCase();

/** The words of a title in order, each marked if the other title lacks it. */
export function markDifferences(title: string, other: string): TitlePart[] {
  const otherWords = new Set(other.split(/\s+/).map(wordOf));
  return title
    .split(/\s+/)
    .filter(Boolean)
    .map((text) => ({ text, isOwn: wordOf(text) !== "" && !otherWords.has(wordOf(text)) }));
}
