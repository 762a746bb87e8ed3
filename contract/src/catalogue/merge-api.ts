import { z } from "zod";
import { endpoint } from "../core/endpoint.ts";
import { Id, SearchText } from "../core/parameters.ts";
import { GameMerge, MergeCounts, MergeTarget, NamedGame } from "./merge-schema.ts";

const byId = z.object({ id: Id });

export const mergeEndpoints = {
  listDuplicates: endpoint("GET /api/admin/catalogue/games/{id}/duplicates", {
    summary: "Games that may be the same as this one, most likely first, and those that were merged into it",
    access: "catalogue.read",
    params: byId,
    query: z.object({
      search: SearchText.default("").meta({ description: "Games with this in their title, or with this id, instead" }),
    }),
    response: z.object({
      duplicates: z.array(MergeTarget),
      merged: z.array(GameMerge).meta({ description: "Merged into this game, the latest first" }),
      merged_into: GameMerge.nullable().meta({ description: "Of a game that was merged itself" }),
    }),
  }),
  previewMerge: endpoint("GET /api/admin/catalogue/games/{id}/merge", {
    summary: "What a merge of this game into another one would move",
    access: "catalogue.read",
    params: byId,
    query: z.object({ into: Id }),
    response: z.object({ game: NamedGame, into: NamedGame, counts: MergeCounts }),
    errors: ["conflict"],
  }),
  mergeGame: endpoint("POST /api/admin/catalogue/games/{id}/merge", {
    summary: "Merges this game into another one, which takes over all that belongs to it",
    access: "catalogue.write",
    params: byId,
    body: z.object({ into: Id }),
    response: z.object({ merge: GameMerge, counts: MergeCounts }),
    errors: ["conflict"],
  }),
  unmergeGame: endpoint("POST /api/admin/catalogue/games/{id}/unmerge", {
    summary: "Undoes the merge of this game: what moved goes back, what has happened since stays with the other game",
    access: "catalogue.write",
    params: byId,
    response: z.object({ game: NamedGame, from: NamedGame }),
    errors: ["conflict"],
  }),
};
