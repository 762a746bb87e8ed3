import { z } from "zod";
import { endpoint } from "../core/endpoint.ts";
import { Country, Id, pageQuery } from "../core/parameters.ts";
import { HiddenExplicit } from "../games/schema.ts";
import { pricesOfQuery } from "../my-stores/schema.ts";
import { GiftMark, SharedItem, SharedList, UserList } from "./schema.ts";

/** 256 bits in base64url. */
const Token = z.string().regex(/^[\w-]{43}$/);
const byToken = z.object({ token: Token });
const byGame = z.object({ token: Token, gameId: Id });
/** Identifies a giver's marks; the browser stores it. */
const Giver = Token.meta({ description: "From the first mark; its bearer can remove the marks" });

export const sharedListEndpoints = {
  getShared: endpoint("GET /api/shared/{token}", {
    summary: "A list by its link; never who gives what",
    access: "public",
    params: byToken,
    query: z.object({ ...pageQuery, country: Country.optional(), ...pricesOfQuery }),
    response: z.object({
      list: SharedList,
      items: z.array(SharedItem),
      total: z.number().int(),
      hidden_explicit: HiddenExplicit,
      page: z.number().int(),
      totalPages: z.number().int(),
    }),
  }),
  copyShared: endpoint("POST /api/shared/{token}/copy", {
    summary: "Copies the games of a shared list into a new list of the caller's",
    access: "user",
    params: byToken,
    response: z.object({ list: UserList }),
    status: 201,
    errors: ["conflict"],
  }),
  listGifts: endpoint("POST /api/shared/{token}/gifts", {
    summary: "Which games of a gift list are given; 403 for its owner",
    access: "public",
    params: byToken,
    body: z.object({ giver: Giver.optional() }),
    response: z.object({ gifts: z.array(GiftMark) }),
    errors: ["forbidden"],
  }),
  markGift: endpoint("PUT /api/shared/{token}/gifts/{gameId}", {
    summary: "Marks a game of a gift list as given by the caller; 409 when someone else gives it, 403 for the owner",
    access: "public",
    params: byGame,
    body: z.object({ giver: Giver.optional() }),
    response: z.object({ giver: Giver }),
    errors: ["forbidden", "conflict"],
  }),
  unmarkGift: endpoint("DELETE /api/shared/{token}/gifts/{gameId}", {
    summary: "Takes the caller's own mark back; also when there was none",
    access: "public",
    params: byGame,
    body: z.object({ giver: Giver }),
    errors: ["forbidden"],
  }),
};
