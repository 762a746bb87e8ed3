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
  return entriesOf(file).flatMap(({ msgctxt: key, msgid: source, msgstr: [value], comments }) => {
    const isFuzzy = comments?.flag?.split(",").some((flag) => flag.trim() === "fuzzy");
    return key && value && !isFuzzy ? [{ key, source, value, isConfirmed: true }] : [];
  });
}

function entriesOf(file: string): GetTextTranslation[] {
  if (!file.includes("msgid")) throw noPo();
  try {
    return Object.values(po.parse(file, { validation: true }).translations).flatMap((context) =>
      Object.values(context),
    );
  } catch {
    throw noPo();
  }
}

function noPo(): AppError {
  return new AppError("invalid", "Invalid PO file", { details: [{ path: "po", msg: "Invalid PO file" }] });
}
