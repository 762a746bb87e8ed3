import { z } from "zod";
import { endpoint } from "../core/endpoint.ts";
import { Id, pageQuery, SearchText } from "../core/parameters.ts";
import { StoreKey } from "../stores/store-key.ts";
import { Match } from "./match-schema.ts";

const byId = z.object({ id: Id });
const OneMatch = z.object({ match: Match });

export const matchEndpoints = {
  listMatches: endpoint("GET /api/admin/catalogue/matches", {
    summary: "Products that wait for a decision, most promising first, or those decided, the latest first",
    access: "catalogue.read",
    query: z.object({
      ...pageQuery,
      store: StoreKey.optional(),
      search: SearchText.default(""),
      state: z.enum(["waiting", "decided"]).default("waiting"),
    }),
    response: z.object({
      matches: z.array(Match),
      total: z.number().int(),
      stores: z
        .array(z.object({ store: StoreKey, waiting: z.number().int() }))
        .meta({ description: "With products that wait, most of them first" }),
    }),
  }),
  acceptMatch: endpoint("POST /api/admin/catalogue/matches/{id}/accept", {
    summary: "From the store's next reading on the product is that game",
    access: "catalogue.write",
    params: byId,
    body: z.object({ gameId: Id }),
    response: OneMatch,
    errors: ["conflict"],
  }),
  rejectMatch: endpoint("POST /api/admin/catalogue/matches/{id}/reject", {
    summary: "The product is none of the games",
    access: "catalogue.write",
    params: byId,
    response: OneMatch,
    errors: ["conflict"],
  }),
  createMatch: endpoint("POST /api/admin/catalogue/matches/{id}/create", {
    summary: "Adds a game of the product's title, and accepts it as that",
    access: "catalogue.write",
    params: byId,
    response: OneMatch,
    errors: ["conflict"],
  }),
  undoMatch: endpoint("POST /api/admin/catalogue/matches/{id}/undo", {
    summary: "Takes a decision back: the product waits again, and its offer of that game ends",
    access: "catalogue.write",
    params: byId,
    body: z
      .object({
        decided_at: z.iso.datetime().optional().meta({ description: "Of the decision that is meant; absent: any" }),
      })
      .prefault({}),
    response: OneMatch,
    errors: ["conflict"],
  }),
};
