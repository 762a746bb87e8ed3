import { valueProblems } from "contract/content-strings/rules.ts";
import type { ContentString } from "contract/content-strings/schema.ts";

/** What replacing words makes of a text. */
export interface Replacement {
  string: ContentString;
  value: string;
  /** Why the text cannot be saved like that; empty when it can. */
  problems: string[];
}

/** Replaces words in the values of texts. Those without the words, or that stay as they are, are left out. */
export function replaceIn(
  strings: readonly ContentString[],
  words: string,
  replacement: string,
  matchCase: boolean,
): Replacement[] {
  if (words === "") return [];
  // recheck-ignore: the words as they stand, without any quantifier
  const pattern = new RegExp(RegExp.escape(words), matchCase ? "gu" : "giu");
  return strings.flatMap((string) => {
    // by a function: a `$` of the replacement is just a dollar
    const value = string.current_value.replace(pattern, () => replacement);
    return value === string.current_value ? [] : [{ string, value, problems: valueProblems(value, string) }];
  });
}
