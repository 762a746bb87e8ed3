import { z } from "zod";
import { endpoint } from "../core/endpoint.ts";
import { steamGenreNames } from "../games/genres.ts";

const Word = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^[^\p{Cc},]*$/u, "Must be one genre");

export const GenreWords = z
  .object({
    unknown: z
      .array(z.object({ word: z.string(), games: z.number().int() }))
      .meta({ description: "The genres that this site does not know, with their visible games, most games first" }),
    mapped: z
      .array(
        z.object({
          word: z.string(),
          genre: z.string().nullable().meta({ description: "`null` = the word is ignored" }),
          games: z.number().int().meta({ description: "The games that had the word when it was mapped" }),
          mapped_at: z.string(),
        }),
      )
      .meta({ description: "What was decided about words, the latest first" }),
  })
  .meta({ id: "GenreWords" });
export type GenreWords = z.output<typeof GenreWords>;

export const genreEndpoints = {
  listGenreWords: endpoint("GET /api/admin/catalogue/genres", {
    summary: "List words of sources and files that are not known genres, and what they are mapped to",
    access: "catalogue.read",
    response: GenreWords,
  }),
  mapGenre: endpoint("POST /api/admin/catalogue/genres", {
    summary: "Map an unknown word to a genre, or ignore it, in existing games and later imports",
    access: "catalogue.write",
    body: z.object({
      word: Word,
      genre: z.enum(steamGenreNames).nullable().meta({ description: "`null` ignores the word" }),
    }),
    response: GenreWords,
    errors: ["conflict"],
  }),
  undoGenre: endpoint("POST /api/admin/catalogue/genres/undo", {
    summary: "Undo the mapping of a word; restores it in games not changed since",
    access: "catalogue.write",
    body: z.object({ word: Word }),
    response: GenreWords,
    errors: ["not_found"],
  }),
};
