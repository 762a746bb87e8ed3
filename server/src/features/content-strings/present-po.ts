import { AppError } from "contract/core/errors.ts";
import { type GetTextTranslation, po } from "gettext-parser";
import type { ImportedTranslation } from "./commands-translations.ts";
import { isOutdated, type TranslationPair } from "./queries-translations.ts";

/** The translations into a language as a PO file, also the missing ones. Keys are contexts; outdated ones are fuzzy. */
export function writePo(language: string, pairs: readonly TranslationPair[]): string {
  const translations = Object.fromEntries(
    pairs.map((pair): [string, Record<string, GetTextTranslation>] => {
      const { key, source, row } = pair;
      const msgid = source.currentValue;
      const entry = { msgctxt: key, msgid, msgstr: [row?.currentValue ?? ""] };
      return [key, { [msgid]: isOutdated(pair) ? { ...entry, comments: { flag: "fuzzy" } } : entry }];
    }),
  );
  const headers = { Language: language, "Content-Type": "text/plain; charset=utf-8" };
  return po.compile({ charset: "utf-8", headers, translations }).toString("utf8");
}

/** The finished entries of a PO file. Throws `invalid` for a file that is none. */
export function readPo(file: string): ImportedTranslation[] {
  return entriesOf(file).flatMap(({ msgctxt: key, msgid: source, msgid_plural: plural, msgstr: [value], comments }) => {
    // its first form would be taken for the whole text
    if (key && plural) throw noPo(`${key} has plural forms, but each form is an entry of its own`);
    const isFuzzy = comments?.flag?.split(",").some((flag) => flag.trim() === "fuzzy");
    return key && value && !isFuzzy ? [{ key, source, value, isConfirmed: true }] : [];
  });
}

function entriesOf(file: string): GetTextTranslation[] {
  if (!file.includes("msgid")) throw noPo("it has no entries");
  try {
    return Object.values(po.parse(file, { validation: true }).translations).flatMap((context) =>
      Object.values(context),
    );
  } catch (error) {
    throw noPo(error instanceof Error ? error.message.replace("Error parsing PO data: ", "").slice(0, 300) : "");
  }
}

function noPo(why: string): AppError {
  const msg = `Invalid PO file: ${why}`;
  return new AppError("invalid", msg, { details: [{ path: "po", msg }] });
}
