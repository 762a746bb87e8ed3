import { type LegalTextKey, legalTexts } from "contract/content-strings/legal-defaults.ts";

type SectionOf<Key> = Key extends `${infer Section}_title` ? Section : never;

/** A heading with its text, `terms.prices`: the two keys without their endings. */
export type LegalSection = SectionOf<LegalTextKey>;

/** The sections of a page in the order in which their texts ship. */
export function sectionsOf(page: "terms" | "privacy"): LegalSection[] {
  return Object.keys(legalTexts)
    .filter((key) => key.startsWith(`${page}.`) && key.endsWith("_title"))
    .map((key) => key.slice(0, -"_title".length) as LegalSection);
}
