import { z } from "zod";
import { endpoint } from "../core/endpoint.ts";
import { Country, Id, pageQuery } from "../core/parameters.ts";
import { HiddenExplicit } from "../games/schema.ts";
import { languageQuery } from "../languages/schema.ts";
import { pricesOfQuery } from "../my-stores/schema.ts";
import { GiftMark, SharedItem, SharedList, UserList } from "./schema.ts";

/** 256 bits in base64url. */
const Token = z.string().regex(/^[\w-]{43}$/);
const byToken = z.object({ token: Token });
const byGame = z.object({ token: Token, gameId: Id });
/** Identifies a giver's marks; the browser stores it. */
const Giver = Token.meta({ description: "Returned by the first reservation; its bearer can cancel the reservations" });

export const sharedListEndpoints = {
  getShared: endpoint("GET /api/shared/{token}", {
    summary: "Get a shared list by its link; does not include who gives what",
    access: "public",
    params: byToken,
    query: z.object({ ...pageQuery, country: Country.optional(), ...pricesOfQuery, ...languageQuery }),
    response: z.object({
      list: SharedList,
      items: z.array(SharedItem),
      total: z.number().int(),
      total_value: z.number().meta({ description: "The sum of the best prices of all its games" }),
      currency: z.string(),
      hidden_explicit: HiddenExplicit,
      page: z.number().int(),
      totalPages: z.number().int(),
    }),
  }),
  copyShared: endpoint("POST /api/shared/{token}/copy", {
    summary: "Copy the games of a shared list into a new list",
    access: "user",
    params: byToken,
    response: z.object({ list: UserList }),
    status: 201,
    errors: ["conflict"],
  }),
  listGifts: endpoint("POST /api/shared/{token}/gifts", {
    summary: "List which games of a gift list are reserved; 403 for the owner",
    access: "public",
    params: byToken,
    body: z.object({ giver: Giver.optional() }),
    response: z.object({ gifts: z.array(GiftMark) }),
    errors: ["forbidden"],
  }),
  markGift: endpoint("PUT /api/shared/{token}/gifts/{gameId}", {
    summary: "Reserve a game of a gift list; 409 if reserved by another user, 403 for the owner",
    access: "public",
    params: byGame,
    body: z.object({ giver: Giver.optional() }),
    response: z.object({ giver: Giver }),
    errors: ["forbidden", "conflict"],
  }),
  unmarkGift: endpoint("DELETE /api/shared/{token}/gifts/{gameId}", {
    summary: "Cancel the caller's reservation of a gift; succeeds if there is none",
    access: "public",
    params: byGame,
    body: z.object({ giver: Giver }),
    errors: ["forbidden"],
  }),
};
