import { z } from "zod";
import { endpoint } from "../core/endpoint.ts";
import { FileBytes, Flag, Id, listOf, pageQuery, SearchText, SortOrder, wholeNumber } from "../core/parameters.ts";
import { gameFilters } from "../games/filters.ts";
import { maxUploadBytes } from "../images/uploads.ts";
import { EditableFieldName, EditableGame } from "./game-fields.ts";
import { CatalogueGame, CatalogueRow, GameDependents, GameVersion } from "./game-schema.ts";
import { catalogueSorts, missingFacts } from "./rules.ts";

const byId = z.object({ id: Id });
const OneGame = z.object({ game: CatalogueGame });
const Reason = z.string().trim().max(500).optional();
const BaseVersion = z.number().int().optional().meta({ description: "If omitted, any version is replaced" });
const Count = wholeNumber(0, 2_147_483_647).optional();

/** How many games one call edits. */
const maxGamesAtOnce = 100;

export const catalogueGameEndpoints = {
  listCatalogueGames: endpoint("GET /api/admin/catalogue/games", {
    summary: "List games of all types with the filters of visitors, or hidden games by words of their titles",
    access: "catalogue.read",
    query: z.object({
      ...pageQuery,
      ...gameFilters,
      search: SearchText.default(""),
      missing: listOf(z.enum(missingFacts), missingFacts.length)
        .optional()
        .meta({ description: "Only games that lack all of these" }),
      hidden: Flag.default(false).meta({ description: "List hidden games instead of visible ones" }),
      edited: Flag.default(false).meta({ description: "Only games with an overridden field" }),
      unknown_genre: Flag.default(false).meta({
        description: "Only visible games with an unknown genre",
      }),
      sortBy: z.enum(catalogueSorts).default("relevance").meta({ description: "Without `search`: by popularity" }),
      sortOrder: SortOrder.default("DESC"),
    }),
    response: z.object({
      games: z.array(CatalogueRow),
      total: z.number().int(),
      currency: z.string().meta({ description: "Of the prices" }),
      unknown_genres: z.array(z.object({ name: z.string(), games: z.number().int() })).meta({
        description: "Unknown genres with the number of visible games, most games first",
      }),
      corrected: z.string().nullable().meta({ description: "The corrected search that was used" }),
    }),
  }),
  catalogueGame: endpoint("GET /api/admin/catalogue/games/{id}", {
    summary: "Get all fields of a game with the value of each source and any override",
    access: "catalogue.read",
    params: byId,
    response: OneGame,
  }),
  editGame: endpoint("PUT /api/admin/catalogue/games/{id}", {
    summary: "Set fields of a game; they override the sources until released",
    access: "catalogue.write",
    params: byId,
    body: EditableGame.partial().extend({
      base_version: BaseVersion,
      reason: Reason,
    }),
    response: OneGame,
    errors: ["conflict", "stale"],
  }),
  editGames: endpoint("PUT /api/admin/catalogue/games", {
    summary: "Set fields of several games, or hide or unhide them: all or none",
    access: "catalogue.write",
    body: z
      .object({
        ids: z.array(z.number().int().min(1)).min(1).max(maxGamesAtOnce),
        fields: EditableGame.pick({
          type: true,
          genre: true,
          developer: true,
          explicit: true,
          controller_support: true,
        })
          .partial()
          .default({}),
        hidden: z.boolean().optional(),
        reason: Reason,
      })
      .refine(({ fields, hidden }) => hidden !== undefined || Object.keys(fields).length > 0, {
        path: ["fields"],
        error: "Name a field to set",
      }),
    response: z.object({ changed: z.number().int().meta({ description: "Games that were different before" }) }),
  }),
  releaseGame: endpoint("POST /api/admin/catalogue/games/{id}/release", {
    summary: "Release overridden fields to the sources; fields that no source states keep their value",
    access: "catalogue.write",
    params: byId,
    body: z.object({ fields: z.array(EditableFieldName).min(1), base_version: BaseVersion, reason: Reason }),
    response: OneGame,
    errors: ["conflict", "stale"],
  }),
  uploadBoxart: endpoint("PUT /api/admin/catalogue/games/{id}/boxart", {
    summary: "Upload a picture (PNG, JPEG, WebP or AVIF) for a game; it overrides the sources until released",
    access: "catalogue.write",
    params: byId,
    query: z.object({
      base_version: wholeNumber(1, 2_147_483_647)
        .optional()
        .meta({ description: "If omitted, any version is replaced" }),
      reason: Reason,
    }),
    body: FileBytes,
    accepts: "bytes",
    bodyLimit: maxUploadBytes,
    response: OneGame,
    errors: ["stale"],
  }),
  gameHistory: endpoint("GET /api/admin/catalogue/games/{id}/history", {
    summary: "List manual changes of a game, latest first",
    access: "catalogue.read",
    params: byId,
    query: z.object(pageQuery),
    response: z.object({ history: z.array(GameVersion), total: z.number().int() }),
  }),
  restoreGame: endpoint("POST /api/admin/catalogue/games/{id}/restore", {
    summary: "Restore the fields and overrides of an earlier version as a new version",
    access: "catalogue.write",
    params: byId,
    body: z.object({ version: z.number().int().min(1), base_version: BaseVersion }),
    response: OneGame,
    errors: ["conflict", "stale"],
  }),
  hideGame: endpoint("POST /api/admin/catalogue/games/{id}/hide", {
    summary: "Hide a game from visitors",
    access: "catalogue.write",
    params: byId,
    body: z.object({ base_version: BaseVersion, reason: Reason }).prefault({}),
    response: OneGame,
    errors: ["stale"],
  }),
  unhideGame: endpoint("POST /api/admin/catalogue/games/{id}/unhide", {
    summary: "Unhide a game",
    access: "catalogue.write",
    params: byId,
    body: z.object({ base_version: BaseVersion, reason: Reason }).prefault({}),
    response: OneGame,
    errors: ["stale"],
  }),
  deleteGame: endpoint("DELETE /api/admin/catalogue/games/{id}", {
    summary: "Delete a game; 409 unless the query states the number of each kind of dependents",
    access: "catalogue.write",
    params: byId,
    query: z.object(
      Object.fromEntries(Object.keys(GameDependents.shape).map((name) => [name, Count])) as Record<
        keyof GameDependents,
        typeof Count
      >,
    ),
    errors: ["conflict"],
  }),
};
