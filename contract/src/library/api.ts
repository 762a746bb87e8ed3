import { z } from "zod";
import { endpoint } from "../core/endpoint.ts";
import { Country, Id, pageQuery, SearchText, SortOrder, wholeNumber } from "../core/parameters.ts";
import { languageQuery } from "../languages/schema.ts";
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
    summary: "List the caller's owned or ignored games",
    access: "user",
    scope: "read:library",
    query: z.object({
      ...pageQuery,
      state: LibraryState.default("owned"),
      search: SearchText.default(""),
      sort: z.enum(["title", "added_at"]).default("title"),
      order: SortOrder.default("ASC"),
      country: Country.optional(),
      ...languageQuery,
    }),
    response: z.object({
      items: z.array(LibraryGame),
      total: z.number().int(),
      page: z.number().int(),
      totalPages: z.number().int(),
    }),
  }),
  libraryImport: endpoint("GET /api/library/import", {
    summary: "List the sources for importing the caller's games, with the last result",
    access: "user",
    response: ImportState,
  }),
  importLibrary: endpoint("POST /api/library/import", {
    summary: "Import games into the caller's library and wishlist; existing entries are kept",
    access: "user",
    scope: "write:library",
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
    summary: "Preview an import from Steam, a file or pasted text, without changes",
    access: "user",
    scope: "write:library",
    query: z.object(languageQuery),
    body: z.discriminatedUnion("source", [
      z.object({ source: z.literal("steam") }),
      z.object({
        source: z.literal("file"),
        text: z.string().min(1).max(maxImportLength),
        as: z.enum(importTargets).optional().meta({ description: "Default if the file does not state it: owned" }),
      }),
    ]),
    response: ImportPreview,
    errors: ["conflict"],
    // characters may take several bytes
    bodyLimit: 2 * maxImportLength,
  }),
  changeLibraryImport: endpoint("PUT /api/library/import", {
    summary: "Set whether the caller's Steam account is imported daily",
    access: "user",
    body: z.object({ daily: z.boolean() }),
    response: ImportState,
    errors: ["conflict"],
  }),
  exportLibrary: endpoint("GET /api/library/export", {
    summary: "Export the caller's owned games or wishlist as a file",
    access: "user",
    query: z.object({ part: z.enum(exportParts), format: z.enum(exportFormats) }),
    response: ExportedFile,
  }),
  libraryGame: endpoint("GET /api/library/{gameId}", {
    summary: "Get the caller's library entry for a game; `null` = neither owned nor ignored",
    access: "user",
    scope: "read:library",
    params: byGame,
    response: Item,
  }),
  changeLibraryGame: endpoint("PUT /api/library/{gameId}", {
    summary: "Mark a game as owned or ignored, or remove it from the library",
    access: "user",
    scope: "write:library",
    params: byGame,
    body: z.object({ state: LibraryState.nullable() }),
    response: Item,
    errors: ["not_found", "conflict"],
  }),
};
