import { z } from "zod";
import { GameType } from "../games/game-type.ts";
import { canonicalGenres } from "../games/genres.ts";
import { splitTags } from "../games/rules.ts";
import { joinTitles } from "../games/titles.ts";
import { type EditableField, editableFields } from "./rules.ts";

const maxInteger = 2_147_483_647;

/** A text without line breaks and other control characters. */
const lineOf = (maxLength: number) =>
  z
    .string()
    .trim()
    .max(maxLength)
    .regex(/^\P{Cc}*$/u, "Must be a single line");

const line = (maxLength: number) =>
  lineOf(maxLength)
    .transform((text) => text || null)
    .nullable();

const count = z.number().int().min(0).max(maxInteger).nullable();
const outOfTen = z.number().min(0).max(10).nullable();

/** The fields of a game that administrators edit. An empty text becomes `null`. */
export const EditableGame = z.object({
  title: lineOf(300).min(1, "Title is required"),
  also_known_as: z
    .string()
    .max(20_000)
    .regex(/^[\P{Cc}\n\r\t]*$/u, "Must be lines of text")
    .transform((titles) => joinTitles([titles]))
    .nullable()
    .meta({ description: "Other titles, one per line" }),
  type: GameType.nullable(),
  parent_id: z.number().int().min(1).max(maxInteger).nullable(),
  genre: line(200).transform(canonicalGenres),
  developer: line(500),
  release_date: z.iso.date("Expected a day such as 2026-01-31").nullable(),
  steam_appid: z.number().int().min(1).max(maxInteger).nullable(),
  description: z
    .string()
    .trim()
    .max(20_000)
    .transform((text) => text || null)
    .nullable(),
  tags: line(5_000).transform((tags) => splitTags(tags).join(", ") || null),
  explicit: z.boolean(),
  boxart_url: z
    .url({ protocol: /^https$/, error: "Expected an address that begins with https://" })
    .max(2_000)
    .nullable(),
  rating: outOfTen.transform((rating) => rating && Math.round(rating * 10) / 10),
  review_score: outOfTen,
  review_count: count,
  player_count: count,
  metacritic_score: z.number().int().min(1).max(100).nullable(),
} satisfies Record<EditableField, z.ZodType>);
export type EditableGame = z.output<typeof EditableGame>;

export const EditableFieldName = z.enum(editableFields);

export type FieldValue = EditableGame[EditableField];
