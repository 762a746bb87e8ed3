import { foldText } from "contract/core/text.ts";

/** A name with the typed words marked. */
export function MarkedText({ name, search }: { name: string; search: string }) {
  return markMatches(name, search).map(({ part, isMatch }, index) =>
    isMatch ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a name have no other identity
      <mark key={index} className="bg-transparent font-semibold text-accent-text">
        {part}
      </mark>
    ) : (
      part
    ),
  );
}

interface Part {
  part: string;
  isMatch: boolean;
}

/** Splits a name into parts that match a word of the search and parts that do not. Ignores case and accents. */
export function markMatches(name: string, search: string): Part[] {
  const characters = [...name];
  const folded = characters.map((character) => foldText(character) || " ");
  const starts = offsetsOf(folded);
  const text = folded.join("");
  const marked = new Uint8Array(text.length);
  for (const word of new Set(foldText(search).split(" ").filter(Boolean))) {
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) marked.fill(1, at, at + word.length);
  }
  const parts: Part[] = [];
  characters.forEach((character, index) => {
    const isMatch = marked[starts[index]!] === 1;
    const last = parts.at(-1);
    if (last?.isMatch === isMatch) last.part += character;
    else parts.push({ part: character, isMatch });
  });
  return parts;
}

/** The offset of each text in the concatenation of all. */
function offsetsOf(texts: readonly string[]): number[] {
  let end = 0;
  return texts.map((text) => {
    const start = end;
    end += text.length;
    return start;
  });
}
