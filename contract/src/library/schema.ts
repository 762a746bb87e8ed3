import { z } from "zod";
import { Game } from "../games/schema.ts";
import { localizedTitle } from "../languages/schema.ts";
import { importFormats, importTargets, librarySources, libraryStates, steamProblems } from "./rules.ts";

export const LibraryState = z.enum(libraryStates);
const time = z.string().meta({ description: "ISO 8601, UTC" });

/** A game's state in the caller's library. */
export const LibraryItem = z
  .object({
    game_id: z.number().int(),
    state: LibraryState,
    source: z.enum(librarySources).meta({ description: "Origin of the entry; imports never change `manual`" }),
    added_at: time,
  })
  .meta({ id: "LibraryItem" });
export type LibraryItem = z.output<typeof LibraryItem>;

/** A game of the library, as its list shows it. */
export const LibraryGame = LibraryItem.extend({
  game: Game.pick({
    id: true,
    title: true,
    localized_title: true,
    picture_version: true,
    type: true,
    best_price: true,
    best_store: true,
    regular_price: true,
    reference_price: true,
    reference_store: true,
    cut: true,
    currency: true,
    explicit: true,
  }),
}).meta({ id: "LibraryGame" });
export type LibraryGame = z.output<typeof LibraryGame>;

/** A game that an entry matches, or may match. */
const ImportedGame = z
  .object({
    id: z.number().int(),
    title: z.string(),
    localized_title: localizedTitle,
    year: z.number().int().nullable().meta({ description: "Release year" }),
    known_as: z
      .array(z.enum(importTargets))
      .meta({ description: "The caller's existing entry; importing does not change it" }),
  })
  .meta({ id: "ImportedGame" });
export type ImportedGame = z.output<typeof ImportedGame>;

/** An entry of the import. */
const Entry = z.object({
  name: z.string().meta({ description: "As given: a title, a link or a Steam appid" }),
  as: z.enum(importTargets),
  added_at: time.nullable().meta({ description: "When it was added there; `null` = unknown" }),
});

export const ImportPreview = z
  .object({
    format: z.enum(importFormats),
    decided: z.boolean().meta({
      description:
        "Whether the file or the caller states the status of the games; otherwise ask whether they are owned",
    }),
    found: z.array(Entry.extend({ game: ImportedGame })),
    unsure: z.array(
      Entry.extend({
        candidates: z.array(ImportedGame),
        probable: z.boolean().meta({ description: "Whether it is probably the first candidate" }),
      }),
    ),
    missing: z.array(Entry),
    problems: z
      .array(z.enum(steamProblems))
      .meta({ description: "Reason why a part is missing: private on Steam, or Steam did not respond" }),
  })
  .meta({ id: "ImportPreview" });
export type ImportPreview = z.output<typeof ImportPreview>;

export const ImportSummary = z
  .object({
    owned: z.number().int(),
    ignored: z.number().int(),
    wished: z.number().int(),
    unchanged: z.number().int().meta({ description: "Games already known or deleted" }),
    refused: z.number().int().meta({ description: "Games that exceed the limit of the library or wishlist" }),
  })
  .meta({ id: "LibraryImportSummary" });
export type ImportSummary = z.output<typeof ImportSummary>;

/** Where the caller can import from, and the last result. */
export const ImportState = z
  .object({
    steam: z.object({
      available: z.boolean().meta({ description: "Whether imports from Steam are configured" }),
      linked: z.boolean().meta({ description: "Whether the caller has linked a Steam account" }),
      daily: z.boolean().meta({ description: "Whether it is imported every day" }),
      checked_at: time.nullable(),
      problem: z.enum(steamProblems).nullable().meta({ description: "Problem of the last run" }),
      last: ImportSummary.nullable().meta({ description: "Changes of the last daily import" }),
    }),
    counts: z.object({ owned: z.number().int(), ignored: z.number().int() }),
  })
  .meta({ id: "LibraryImport" });
export type ImportState = z.output<typeof ImportState>;

export const ExportedFile = z
  .object({ name: z.string(), type: z.string(), text: z.string() })
  .meta({ id: "LibraryFile" });
export type ExportedFile = z.output<typeof ExportedFile>;
