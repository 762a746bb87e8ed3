import { z } from "zod";
import { endpoint } from "../core/endpoint.ts";
import { FileBytes, Flag, Id, pageQuery, SearchText, SortOrder, wholeNumber } from "../core/parameters.ts";
import { GameType } from "../games/game-type.ts";
import { maxUploadBytes } from "../images/uploads.ts";
import { EditableFieldName, EditableGame } from "./game-fields.ts";
import { CatalogueGame, CatalogueRow, GameDependents, GameVersion } from "./game-schema.ts";
import { catalogueSorts } from "./rules.ts";

const byId = z.object({ id: Id });
const OneGame = z.object({ game: CatalogueGame });
const Reason = z.string().trim().max(500).optional();
const BaseVersion = z.number().int().optional().meta({ description: "Left out: replaces any version" });
const Count = wholeNumber(0, 2_147_483_647).optional();

export const catalogueGameEndpoints = {
  listCatalogueGames: endpoint("GET /api/admin/catalogue/games", {
    summary: "Games of all types, searched as visitors search them; or the hidden ones, by words of their titles",
    access: "catalogue.read",
    query: z.object({
      ...pageQuery,
      search: SearchText.default(""),
      type: GameType.optional().meta({ description: "`game` includes those whose type is not known" }),
      hidden: Flag.default(false).meta({ description: "Hidden games, instead of those that visitors see" }),
      edited: Flag.default(false).meta({ description: "Only games with a field that overrides the sources" }),
      unknown_genre: Flag.default(false).meta({
        description: "Only games that visitors see, with a genre that this site does not know",
      }),
      sortBy: z.enum(catalogueSorts).default("relevance").meta({ description: "Without `search`: by popularity" }),
      sortOrder: SortOrder.default("DESC"),
    }),
    response: z.object({
      games: z.array(CatalogueRow),
      total: z.number().int(),
      unknown_genres: z.array(z.object({ name: z.string(), games: z.number().int() })).meta({
        description: "The genres that this site does not know, with their visible games, most games first",
      }),
      corrected: z.string().nullable().meta({ description: "The search that was used instead" }),
    }),
  }),
  catalogueGame: endpoint("GET /api/admin/catalogue/games/{id}", {
    summary: "All fields of a game, with what each source says and whether a person has overridden it",
    access: "catalogue.read",
    params: byId,
    response: OneGame,
  }),
  editGame: endpoint("PUT /api/admin/catalogue/games/{id}", {
    summary: "Sets fields, which then override what sources say until they are released",
    access: "catalogue.write",
    params: byId,
    body: EditableGame.partial().extend({
      base_version: BaseVersion,
      reason: Reason,
    }),
    response: OneGame,
    errors: ["conflict", "stale"],
  }),
  releaseGame: endpoint("POST /api/admin/catalogue/games/{id}/release", {
    summary: "Gives fields back to the sources; one that none knows keeps its value",
    access: "catalogue.write",
    params: byId,
    body: z.object({ fields: z.array(EditableFieldName).min(1), base_version: BaseVersion, reason: Reason }),
    response: OneGame,
    errors: ["conflict", "stale"],
  }),
  uploadBoxart: endpoint("PUT /api/admin/catalogue/games/{id}/boxart", {
    summary: "Uploads a picture, a PNG, JPEG, WebP or AVIF by its bytes, which is the game's until it is released",
    access: "catalogue.write",
    params: byId,
    query: z.object({
      base_version: wholeNumber(1, 2_147_483_647).optional().meta({ description: "Left out: replaces any version" }),
      reason: Reason,
    }),
    body: FileBytes,
    accepts: "bytes",
    bodyLimit: maxUploadBytes,
    response: OneGame,
    errors: ["stale"],
  }),
  gameHistory: endpoint("GET /api/admin/catalogue/games/{id}/history", {
    summary: "What people changed about a game, the latest first",
    access: "catalogue.read",
    params: byId,
    query: z.object(pageQuery),
    response: z.object({ history: z.array(GameVersion), total: z.number().int() }),
  }),
  restoreGame: endpoint("POST /api/admin/catalogue/games/{id}/restore", {
    summary: "Brings the fields and overrides of a version back, as a new version",
    access: "catalogue.write",
    params: byId,
    body: z.object({ version: z.number().int().min(1), base_version: BaseVersion }),
    response: OneGame,
    errors: ["conflict", "stale"],
  }),
  hideGame: endpoint("POST /api/admin/catalogue/games/{id}/hide", {
    summary: "Removes a game from everything that visitors see",
    access: "catalogue.write",
    params: byId,
    body: z.object({ base_version: BaseVersion, reason: Reason }).prefault({}),
    response: OneGame,
    errors: ["stale"],
  }),
  unhideGame: endpoint("POST /api/admin/catalogue/games/{id}/unhide", {
    summary: "Shows a hidden game again",
    access: "catalogue.write",
    params: byId,
    body: z.object({ base_version: BaseVersion, reason: Reason }).prefault({}),
    response: OneGame,
    errors: ["stale"],
  }),
  deleteGame: endpoint("DELETE /api/admin/catalogue/games/{id}", {
    summary: "Deletes a game; with dependents only when the query names how many of each there are, otherwise a 409",
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
