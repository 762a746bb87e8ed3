import { z } from "zod";
import { endpoint } from "../core/endpoint.ts";
import { Id, SearchText } from "../core/parameters.ts";
import { GameMerge, MergeCounts, MergeTarget, NamedGame } from "./merge-schema.ts";

const byId = z.object({ id: Id });

export const mergeEndpoints = {
  listDuplicates: endpoint("GET /api/admin/catalogue/games/{id}/duplicates", {
    summary: "List possible duplicates of a game, most likely first, and games merged into it",
    access: "catalogue.read",
    params: byId,
    query: z.object({
      search: SearchText.default("").meta({ description: "Only games with this text in their title, or with this id" }),
    }),
    response: z.object({
      duplicates: z.array(MergeTarget),
      merged: z.array(GameMerge).meta({ description: "Games merged into this one, latest first" }),
      merged_into: GameMerge.nullable().meta({ description: "For a merged game: the game that it was merged into" }),
    }),
  }),
  previewMerge: endpoint("GET /api/admin/catalogue/games/{id}/merge", {
    summary: "Preview what merging a game into another would move",
    access: "catalogue.read",
    params: byId,
    query: z.object({ into: Id }),
    response: z.object({ game: NamedGame, into: NamedGame, counts: MergeCounts }),
    errors: ["conflict"],
  }),
  mergeGame: endpoint("POST /api/admin/catalogue/games/{id}/merge", {
    summary: "Merge a game into another, which takes over its data",
    access: "catalogue.write",
    params: byId,
    body: z.object({ into: Id }),
    response: z.object({ merge: GameMerge, counts: MergeCounts }),
    errors: ["conflict"],
  }),
  unmergeGame: endpoint("POST /api/admin/catalogue/games/{id}/unmerge", {
    summary: "Undo the merge of a game; moves its data back except what has changed since",
    access: "catalogue.write",
    params: byId,
    response: z.object({ game: NamedGame, from: NamedGame }),
    errors: ["conflict"],
  }),
};
