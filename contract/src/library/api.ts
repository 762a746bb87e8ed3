import { z } from "zod";
import { endpoint } from "../core/endpoint.ts";
import { Country, Id, pageQuery, SearchText, SortOrder, wholeNumber } from "../core/parameters.ts";
import { exportFormats, exportParts, importTargets, maxImportedGames, maxImportLength } from "./rules.ts";
import {
  ExportedFile,
  ImportPreview,
  ImportState,
  ImportSummary,
  LibraryGame,
  LibraryItem,
  LibraryState,
} from "./schema.ts";

const byGame = z.object({ gameId: Id });
const Item = z.object({ item: LibraryItem.nullable() });
const Time = z.iso.datetime("Expected a time such as 2026-01-31T12:00:00Z");

export const libraryEndpoints = {
  listLibrary: endpoint("GET /api/library", {
    summary: "The caller's owned or ignored games",
    access: "user",
    query: z.object({
      ...pageQuery,
      state: LibraryState.default("owned"),
      search: SearchText.default(""),
      sort: z.enum(["title", "added_at"]).default("title"),
      order: SortOrder.default("ASC"),
      country: Country.optional(),
    }),
    response: z.object({
      items: z.array(LibraryGame),
      total: z.number().int(),
      page: z.number().int(),
      totalPages: z.number().int(),
    }),
  }),
  libraryImport: endpoint("GET /api/library/import", {
    summary: "Where the caller's games can be imported from, and what came of it last",
    access: "user",
    response: ImportState,
  }),
  importLibrary: endpoint("POST /api/library/import", {
    summary: "Adds games to the caller's library and wishlist; what is there already stays",
    access: "user",
    body: z.object({
      source: z.enum(["steam", "file"]),
      items: z
        .array(
          z.object({
            gameId: wholeNumber(1, 2_147_483_647),
            as: z.enum(importTargets),
            added_at: Time.nullable().default(null),
          }),
        )
        .min(1)
        .max(maxImportedGames),
    }),
    response: z.object({
      summary: ImportSummary,
      on_wishlist: z.array(z.number().int()).meta({ description: "Games added as owned that are on the wishlist" }),
    }),
    // 10,000 items of 90 bytes
    bodyLimit: 1024 * 1024,
  }),
  previewImport: endpoint("POST /api/library/import/preview", {
    summary: "What an import from Steam, from a file or from pasted text would bring; changes nothing",
    access: "user",
    body: z.discriminatedUnion("source", [
      z.object({ source: z.literal("steam") }),
      z.object({
        source: z.literal("file"),
        text: z.string().min(1).max(maxImportLength),
        as: z.enum(importTargets).optional().meta({ description: "Where the file says nothing else: owned" }),
      }),
    ]),
    response: ImportPreview,
    errors: ["conflict"],
    // characters may take several bytes
    bodyLimit: 2 * maxImportLength,
  }),
  changeLibraryImport: endpoint("PUT /api/library/import", {
    summary: "Whether the caller's Steam account is imported every day",
    access: "user",
    body: z.object({ daily: z.boolean() }),
    response: ImportState,
    errors: ["conflict"],
  }),
  exportLibrary: endpoint("GET /api/library/export", {
    summary: "The caller's owned games, or the wishlist, as a file that other sites and this one read",
    access: "user",
    query: z.object({ part: z.enum(exportParts), format: z.enum(exportFormats) }),
    response: ExportedFile,
  }),
  libraryGame: endpoint("GET /api/library/{gameId}", {
    summary: "What a game is to the caller; `null` = neither owned nor ignored",
    access: "user",
    params: byGame,
    response: Item,
  }),
  changeLibraryGame: endpoint("PUT /api/library/{gameId}", {
    summary: "Marks a game as owned or ignored, or takes it out of the library",
    access: "user",
    params: byGame,
    body: z.object({ state: LibraryState.nullable() }),
    response: Item,
    errors: ["not_found", "conflict"],
  }),
};
