import { foldText } from "contract/core/text.ts";

/** The normalized words of a title. */
export interface TitleWords {
  words: string[];
  /** For each word whether it begins a part of the title: the title itself, a subtitle, the text after a brand. */
  starts: boolean[];
}

const trademarks = /[™®©℠]/gu;
const partEnd = /[:;()[\]{}|/!?~–—™®©℠「」『』【】《》〈〉：；（）！？～〜，、｜／]| - /gu;

/** Letters that each end with a full stop, such as `s.t.a.l.k.e.r.` */
const acronym = /(?<![\p{L}\p{N}])(?:\p{L}\.){2,}/gu;

/** Letters that removing accents does not change, and other forms of one letter. */
const plainLetters: Record<string, string> = {
  ...{ ø: "o", æ: "ae", œ: "oe", ß: "ss", ł: "l", đ: "d", ı: "i", ς: "σ" },
  // Arabic: alef maqsura, teh marbuta and alef wasla, and a line that only stretches words
  ...{ "\u0649": "\u064a", "\u0629": "\u0647", "\u0671": "\u0627", "\u0640": "" },
};
const otherLetters = /[øæœßłđıς\u0649\u0629\u0671\u0640]/gu;

/** Arabic and Persian digits, in each of which the last four bits are the number. */
const otherDigits = /[\u0660-\u0669\u06f0-\u06f9]/g;

const wordEnd = /[^\p{L}\p{N}]+/u;
/** Chinese and Japanese, which have no spaces: `巫师3` are two words, as is `巫师 3`. */
const unspaced = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}ー]+/gu;

/** `Sid Meier’s Civilization® VI` has the words sid, meiers, civilization and vi; parts begin with sid and vi. */
export function titleWords(title: string): TitleWords {
  const words: string[] = [];
  const starts: boolean[] = [];
  for (const part of title.split(partEnd).filter(Boolean)) {
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
    .replace(otherLetters, (letter) => plainLetters[letter]!)
    .replace(otherDigits, (digit) => String(digit.charCodeAt(0) % 16))
    .replace(unspaced, " $& ")
    .replaceAll("&", " and ")
    .split(wordEnd)
    .filter(Boolean);
}

/** Whether the text has symbols that are significant but not part of words, as in `C++` or `100%`. */
export function hasSigns(text: string): boolean {
  return /[\p{S}%_\\#*@]/u.test(text.replace(trademarks, ""));
}
