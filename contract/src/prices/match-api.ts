import { z } from "zod";
import { endpoint } from "../core/endpoint.ts";
import { Id, pageQuery, SearchText } from "../core/parameters.ts";
import { StoreKey } from "../stores/store-key.ts";
import { Match } from "./match-schema.ts";

const byId = z.object({ id: Id });
const OneMatch = z.object({ match: Match });

export const matchEndpoints = {
  listMatches: endpoint("GET /api/admin/catalogue/matches", {
    summary: "List products to review, most promising first, or decided products, latest first",
    access: "catalogue.read",
    scope: "read:matches",
    query: z.object({
      ...pageQuery,
      store: StoreKey.optional(),
      search: SearchText.default(""),
      state: z
        .enum(["waiting", "proposed", "decided"])
        .default("waiting")
        .meta({ description: "`proposed`: those of the waiting ones for which somebody proposes a game" }),
    }),
    response: z.object({
      matches: z.array(Match),
      total: z.number().int(),
      stores: z
        .array(z.object({ store: StoreKey, waiting: z.number().int() }))
        .meta({ description: "Stores with products to review, most products first" }),
    }),
  }),
  acceptMatch: endpoint("POST /api/admin/catalogue/matches/{id}/accept", {
    summary: "Match a product to a game, starting with the next sync",
    access: "catalogue.write",
    params: byId,
    body: z.object({ gameId: Id }),
    response: OneMatch,
    errors: ["conflict"],
  }),
  rejectMatch: endpoint("POST /api/admin/catalogue/matches/{id}/reject", {
    summary: "Reject a match: the product is none of the games",
    access: "catalogue.write",
    params: byId,
    response: OneMatch,
    errors: ["conflict"],
  }),
  proposeMatch: endpoint("POST /api/admin/catalogue/matches/{id}/proposal", {
    summary: "Propose the game of a product, which a person accepts or dismisses; replaces an earlier proposal",
    access: "catalogue.write",
    scope: "propose:matches",
    params: byId,
    body: z.object({ gameId: Id }),
    response: OneMatch,
    errors: ["conflict"],
  }),
  dismissMatchProposal: endpoint("DELETE /api/admin/catalogue/matches/{id}/proposal", {
    summary: "Dismiss the proposed game of a product",
    access: "catalogue.write",
    params: byId,
    query: z.object({ gameId: Id.meta({ description: "The proposed game" }) }),
    errors: ["conflict"],
  }),
  createMatch: endpoint("POST /api/admin/catalogue/matches/{id}/create", {
    summary: "Create a game with the product's title and accept the match",
    access: "catalogue.write",
    params: byId,
    response: OneMatch,
    errors: ["conflict"],
  }),
  undoMatch: endpoint("POST /api/admin/catalogue/matches/{id}/undo", {
    summary: "Undo a decision; the product returns to review and its offer ends",
    access: "catalogue.write",
    params: byId,
    body: z
      .object({
        decided_at: z.iso.datetime().optional().meta({ description: "Time of the decision to undo; default: any" }),
      })
      .prefault({}),
    response: OneMatch,
    errors: ["conflict"],
  }),
};
