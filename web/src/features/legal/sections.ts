import { type LegalTextKey, legalTexts } from "contract/content-strings/defaults/legal.ts";

type SectionOf<Key> = Key extends `${infer Section}_title` ? Section : never;

/** A section such as `terms.prices`: the common part of its two text keys. */
export type LegalSection = SectionOf<LegalTextKey>;

/** The sections of a page in the order of the shipped texts. */
export function sectionsOf(page: "terms" | "privacy"): LegalSection[] {
  return Object.keys(legalTexts)
    .filter((key) => key.startsWith(`${page}.`) && key.endsWith("_title"))
    .map((key) => key.slice(0, -"_title".length) as LegalSection);
}
