import { z } from "zod";
import { maxValueLength } from "./rules.ts";

/** A value as a caller sends it; `valueProblems` validates it. */
export const StringValue = z.string().max(maxValueLength);

export const TranslationState = z.enum(["translated", "missing", "outdated"]);

/** A text; in another language than English with the id of the English one. */
export const ContentString = z
  .object({
    id: z.number().int(),
    key: z.string(),
    category: z.string(),
    current_value: z.string().meta({ description: "Empty where a translation is missing" }),
    source_value: z.string().optional().meta({ description: "The English text, beside a translation" }),
    state: TranslationState.optional().meta({ description: "That of a translation" }),
    last_modified: z.string().nullable().meta({ description: "`null` = default value" }),
    version: z.number().int(),
    variables: z.array(z.string()).meta({ description: "The names in braces that the value must contain" }),
    shipped: z.boolean().meta({ description: "Whether the text is built in; others can be deleted" }),
    unused: z.boolean().meta({ description: "Whether it was built in until a later version left it out" }),
  })
  .meta({ id: "ContentString" });
export type ContentString = z.output<typeof ContentString>;

/** A current or earlier value of a text. The newest version is the current value. */
export const ContentStringVersion = z
  .object({
    id: z.number().int(),
    value: z.string(),
    created_at: z.string(),
    created_by: z.string().nullable().meta({ description: "A username; `null` = the site itself" }),
    change_reason: z.string().nullable(),
  })
  .meta({ id: "ContentStringVersion" });
export type ContentStringVersion = z.output<typeof ContentStringVersion>;

/** A translation that somebody proposes, which waits for a person. */
export const TranslationProposal = z
  .object({
    id: z.number().int(),
    value: z.string(),
    proposed_at: z.string(),
    proposed_by: z.string().nullable().meta({ description: "A username; `null` = a deleted account" }),
    stale: z.boolean().meta({ description: "The English text or the translation has changed since" }),
  })
  .meta({ id: "TranslationProposal" });
export type TranslationProposal = z.output<typeof TranslationProposal>;

/** A text beside its translation into a language. */
export const Translation = z
  .object({
    key: z.string().meta({ description: "Languages have plurals that English does not have, such as `…_few`" }),
    category: z.string(),
    source_value: z.string().meta({ description: "The English text" }),
    source_version: z.number().int(),
    id: z.number().int().nullable().meta({ description: "Of the translation; `null` = missing" }),
    value: z.string().nullable(),
    version: z.number().int().meta({ description: "0 = missing" }),
    outdated: z.boolean().meta({ description: "Made from an earlier English text" }),
    edited: z.boolean(),
    variables: z.array(z.string()).meta({ description: "The names in braces that the value must contain" }),
    optional_variables: z.array(z.string()).meta({ description: "Those that it may contain besides" }),
    proposal: TranslationProposal.nullable(),
  })
  .meta({ id: "Translation" });
export type Translation = z.output<typeof Translation>;

/** A text or a translation in an exported file. Imports read key, value and source. */
export const ExportedString = z.object({
  key: z.string(),
  category: z.string(),
  value: StringValue,
  variables: z.array(z.string()),
  source: z.string().max(maxValueLength).optional().meta({
    description:
      "The English text that a translation was made from; if that has changed since, it is imported as outdated",
  }),
});
export type ExportedString = z.output<typeof ExportedString>;

/** The changes made by an import, or by a dry run if it were applied. */
export const ImportResult = z
  .object({
    created: z.number().int().meta({ description: "Translations that were missing; 0 for English" }),
    updated: z.number().int(),
    unchanged: z.number().int(),
    rejected: z.array(z.object({ key: z.string(), msg: z.string() })),
    differences: z
      .array(z.object({ key: z.string(), old_value: z.string(), new_value: z.string() }))
      .meta({ description: "Texts that are, or would be, created or updated" }),
  })
  .meta({ id: "ContentStringImport" });
export type ImportResult = z.output<typeof ImportResult>;
