import { foldText } from "contract/core/text.ts";

/** The words of a title as searches compare them. */
export interface TitleWords {
  words: string[];
  /** For each word whether a part of the title begins with it: the title itself, a subtitle, what follows a brand. */
  starts: boolean[];
}

const trademarks = /[™®©℠]/gu;
const partEnd = /[:;()[\]{}|/!?~–—™®©℠「」『』【】]| - /gu;

/** Letters that each end with a full stop, such as `s.t.a.l.k.e.r.` */
const acronym = /(?<![\p{L}\p{N}])(?:\p{L}\.){2,}/gu;

/** Letters that keep their form when accents are removed. */
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

/** Whether the text has signs that are part of what is looked for, as in `C++` or `100%`, and that words lack. */
export function hasSigns(text: string): boolean {
  return /[\p{S}%_\\#*@]/u.test(text.replace(trademarks, ""));
}
