import { z } from "zod";
import { type Column, type ColumnValue, type EditableField, editableFields, gameColumns } from "../games/columns.ts";
import { canonicalGenres } from "../games/genres.ts";
import { splitTags } from "../games/rules.ts";
import { columnSchema } from "../games/schema.ts";
import { joinLocalizedTitles, joinTitles, splitLocalizedTitles } from "../games/titles.ts";

/** A text without line breaks and other control characters. */
const lineOf = (maxLength: number) =>
  z
    .string()
    .trim()
    .max(maxLength)
    .regex(/^\P{Cc}*$/u, "Must be a single line");

const line = (maxLength: number) => lineOf(maxLength).transform((text) => text || null);

/** A value that is known, within its bounds. */
function schemaOf(column: Column): z.ZodType {
  switch (column.is) {
    case "text":
      return line(column.max);
    case "paragraphs":
      return z
        .string()
        .trim()
        .max(column.max)
        .transform((text) => text || null);
    case "address":
      return z.url({ protocol: /^https$/, error: "Expected an address that begins with https://" }).max(2_000);
    case "day":
      return z.iso.date("Expected a day such as 2026-01-31");
    case "whole":
      return z.number().int().min(column.min).max(column.max);
    case "decimal": {
      const number = z.number().min(column.min).max(column.max);
      return column.isRounded ? number.transform((value) => Math.round(value * 10) / 10) : number;
    }
    default:
      return columnSchema(column);
  }
}

/** Texts with rules of their own. */
const ownSchemas: { [Name in EditableField]?: z.ZodType } = {
  title: lineOf(gameColumns.title.max).min(1, "Title is required"),
  also_known_as: z
    .string()
    .max(gameColumns.also_known_as.max)
    .regex(/^[\P{Cc}\n\r\t]*$/u, "Must be lines of text")
    .transform((titles) => joinTitles([titles]))
    .nullable()
    .meta({ description: "Other titles, one per line" }),
  localized_titles: z
    .string()
    .max(gameColumns.localized_titles.max)
    .refine((text) => text.split("\n").every((line) => !line.trim() || splitLocalizedTitles(line).length > 0), {
      error: "Each line must be a language and a title, such as ja: 缺氧",
    })
    .transform((text) => joinLocalizedTitles(splitLocalizedTitles(text)))
    .nullable()
    .meta({ description: "Titles by language, one per line, such as `ja: 缺氧`; the first of a language is shown" }),
  genre: line(gameColumns.genre.max).nullable().transform(canonicalGenres),
  tags: line(gameColumns.tags.max)
    .transform((tags) => splitTags(tags).join(", ") || null)
    .nullable(),
};

/** The fields of a game that administrators edit. An empty text becomes `null`. */
export const EditableGame = z.object(
  Object.fromEntries(
    editableFields.map((name) => {
      const column: Column = gameColumns[name];
      return [name, ownSchemas[name] ?? (column.isRequired ? schemaOf(column) : schemaOf(column).nullable())];
    }),
  ) as { [Name in EditableField]: z.ZodType<ColumnValue<Name>, ColumnValue<Name>> },
);
export type EditableGame = z.output<typeof EditableGame>;

export const EditableFieldName = z.enum(editableFields);

export type FieldValue = EditableGame[EditableField];
