import { valueProblems } from "contract/content-strings/rules.ts";
import type { ContentString } from "contract/content-strings/schema.ts";

/** A text with its replaced value. */
export interface Replacement {
  string: ContentString;
  value: string;
  /** Why the value is invalid; empty when it is valid. */
  problems: string[];
}

/** Replaces `search` in the values of texts. Unchanged texts are left out. */
export function replaceIn(
  strings: readonly ContentString[],
  search: string,
  replacement: string,
  matchCase: boolean,
): Replacement[] {
  if (search === "") return [];
  // recheck-ignore: the search text verbatim, without any quantifier
  const pattern = new RegExp(RegExp.escape(search), matchCase ? "gu" : "giu");
  return strings.flatMap((string) => {
    // a function, because `$` is special in replacement strings
    const value = string.current_value.replace(pattern, () => replacement);
    return value === string.current_value ? [] : [{ string, value, problems: valueProblems(value, string) }];
  });
}
