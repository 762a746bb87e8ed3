import { z } from "zod";
import { GameType } from "../games/game-type.ts";
import { EditableFieldName } from "./game-fields.ts";
import { gameActions, missingFacts } from "./rules.ts";

const Value = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** A game in the panel's list of games. */
export const CatalogueRow = z
  .object({
    id: z.number().int(),
    title: z.string(),
    type: GameType.nullable(),
    developer: z.string().nullable(),
    release_date: z.string().nullable().meta({ description: "YYYY-MM-DD" }),
    steam_appid: z.number().int().nullable(),
    hidden: z.boolean(),
    explicit: z.boolean(),
    overridden: z.array(EditableFieldName),
    picture_version: z.string().nullable().meta({ description: "Of an uploaded picture; part of its addresses" }),
    best_price: z.number().nullable().meta({ description: "The lowest price in the default market" }),
    offers: z.number().int().meta({ description: "Offers of enabled stores in the default market" }),
    missing: z.array(z.enum(missingFacts)),
  })
  .meta({ id: "CatalogueRow" });
export type CatalogueRow = z.output<typeof CatalogueRow>;

const FieldState = z.object({
  name: EditableFieldName,
  value: Value,
  overridden: z.boolean().meta({ description: "Set manually; sources do not change it" }),
  replaced: Value.meta({
    description: "For an overridden field: the value of the sources, restored by a release",
  }),
  sources: z
    .array(z.object({ source: z.string(), value: Value }))
    .meta({ description: "Latest value of each source, highest priority first" }),
});
export type FieldState = z.output<typeof FieldState>;

/** Records that are deleted with a game, or lose their base game. */
export const GameDependents = z.object({
  offers: z.number().int(),
  history: z.number().int().meta({ description: "Records of its price history" }),
  wishlists: z.number().int(),
  alerts: z.number().int(),
  additions: z.number().int().meta({ description: "DLC and the like, which stay without a base game" }),
});
export type GameDependents = z.output<typeof GameDependents>;

/** A game as administrators edit it. */
export const CatalogueGame = z
  .object({
    id: z.number().int(),
    title: z.string(),
    version: z.number().int().meta({ description: "Version, incremented by every manual change" }),
    hidden: z.boolean().meta({ description: "Hidden from visitors" }),
    sample: z.boolean(),
    created_at: z.string(),
    updated_at: z.string(),
    parent: z.object({ id: z.number().int(), title: z.string() }).nullable(),
    fields: z.array(FieldState),
    sources: z.array(z.object({ source: z.string(), product_id: z.string(), read_at: z.string() })),
    dependents: GameDependents,
  })
  .meta({ id: "CatalogueGame" });
export type CatalogueGame = z.output<typeof CatalogueGame>;

/** The state of a game after an edit by a person; `original` is the state before the first edit. */
export const GameVersion = z
  .object({
    version: z.number().int(),
    action: z.enum(gameActions),
    created_at: z.string(),
    created_by: z.string().nullable().meta({ description: "A username; `null` = files and sources" }),
    reason: z.string().nullable(),
    changes: z.array(z.object({ name: EditableFieldName, old_value: Value, new_value: Value })),
    overridden: z.array(EditableFieldName),
  })
  .meta({ id: "GameVersion" });
export type GameVersion = z.output<typeof GameVersion>;
