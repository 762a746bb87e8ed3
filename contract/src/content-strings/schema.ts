import { z } from "zod";
import { maxValueLength } from "./rules.ts";

/** A value as a caller sends it; `valueProblems` validates it. */
export const StringValue = z.string().max(maxValueLength);

export const ContentString = z
  .object({
    id: z.number().int(),
    key: z.string(),
    category: z.string(),
    current_value: z.string(),
    last_modified: z.string().nullable().meta({ description: "`null` = default value" }),
    version: z.number().int(),
    variables: z.array(z.string()).meta({ description: "The names in braces that the value must contain" }),
    shipped: z.boolean().meta({ description: "Whether the text is built in; only custom texts can be deleted" }),
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

/** A text in an exported file. Imports read only key and value. */
export const ExportedString = z
  .object({
    key: z.string(),
    category: z.string(),
    value: StringValue,
    variables: z.array(z.string()),
  })
  .meta({ id: "ExportedString" });
export type ExportedString = z.output<typeof ExportedString>;

/** The changes made by an import, or by a dry run if it were applied. */
export const ImportResult = z
  .object({
    created: z.literal(0),
    updated: z.number().int(),
    unchanged: z.number().int(),
    rejected: z.array(z.object({ key: z.string(), msg: z.string() })),
    differences: z
      .array(z.object({ key: z.string(), old_value: z.string(), new_value: z.string() }))
      .meta({ description: "Texts that are, or would be, updated" }),
  })
  .meta({ id: "ContentStringImport" });
export type ImportResult = z.output<typeof ImportResult>;
