import { foldText } from "contract/core/text.ts";

/** The normalized words of a title. */
export interface TitleWords {
  words: string[];
  /** For each word whether it begins a part of the title: the title itself, a subtitle, the text after a brand. */
  starts: boolean[];
}

const trademarks = /[™®©℠]/gu;
const partEnd = /[:;()[\]{}|/!?~–—™®©℠「」『』【】]| - /gu;

/** Letters that each end with a full stop, such as `s.t.a.l.k.e.r.` */
const acronym = /(?<![\p{L}\p{N}])(?:\p{L}\.){2,}/gu;

/** Letters that removing accents does not change. */
const plainLetters: Record<string, string> = { ø: "o", æ: "ae", œ: "oe", ß: "ss", ł: "l", đ: "d" };

/** `Sid Meier’s Civilization® VI` has the words sid, meiers, civilization and vi; parts begin with sid and vi. */
export function titleWords(title: string): TitleWords {
  const words: string[] = [];
  const starts: boolean[] = [];
  for (const part of title.split(partEnd)) {
    for (const [at, word] of plainWords(part).entries()) {
      words.push(word);
      starts.push(at === 0);
    }
  }
  return { words, starts };
}

/** The words of a text: without case, accents, apostrophes and punctuation; `&` is "and", `F.E.A.R.` one word. */
export function plainWords(text: string): string[] {
  return foldText(text.replace(trademarks, " "))
    .replace(/['’‘`´ʼ]/gu, "")
    .replace(acronym, (letters) => letters.replaceAll(".", ""))
    .replace(/[øæœßłđ]/gu, (letter) => plainLetters[letter]!)
    .replaceAll("&", " and ")
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

/** Whether the text has symbols that are significant but not part of words, as in `C++` or `100%`. */
export function hasSigns(text: string): boolean {
  return /[\p{S}%_\\#*@]/u.test(text.replace(trademarks, ""));
}
