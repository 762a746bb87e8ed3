import { z } from "zod";

/** A language tag (BCP 47) in its canonical spelling: `de`, `pt-BR`, `zh-Hans`. */
export const LanguageTag = z
  .string()
  .min(2)
  .max(35)
  .refine(isCanonical, { error: "Not a language tag in its usual spelling, such as de or pt-BR" });

/** The language of a reader, in a query string; the site decides which ones it has. */
export const languageQuery = {
  language: LanguageTag.optional().meta({ description: "Adds `localized_title`; other texts of the API are English" }),
};

/** The title of a game in the language of the call. */
export const localizedTitle = z
  .string()
  .optional()
  .meta({ description: "Only with `language`: the title in that language, if it differs from `title`" });

function isCanonical(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag)[0] === tag;
  } catch {
    return false;
  }
}

/** A language that visitors can choose. */
export const SiteLanguage = z
  .object({
    tag: LanguageTag,
    name: z.string().meta({ description: "Its own name for itself, such as `Deutsch`" }),
    direction: z.enum(["ltr", "rtl"]),
  })
  .meta({ id: "Language" });
export type SiteLanguage = z.output<typeof SiteLanguage>;

/** A language as administrators see it, with the state of its texts. */
export const AdminLanguage = SiteLanguage.extend({
  enabled: z.boolean(),
  version: z.number().int(),
  texts: z.number().int().meta({ description: "How many it needs; its plurals decide" }),
  translated: z.number().int(),
  outdated: z.number().int().meta({ description: "Translations made from an earlier English text" }),
  edited: z.number().int(),
}).meta({ id: "AdminLanguage" });
export type AdminLanguage = z.output<typeof AdminLanguage>;
