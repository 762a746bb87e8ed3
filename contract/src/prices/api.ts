import { z } from "zod";
import { endpoint } from "../core/endpoint.ts";
import { Country, Id, wholeNumber } from "../core/parameters.ts";
import { StoreKey } from "../stores/store-key.ts";
import { wholeHistory } from "./rules.ts";
import { PriceHistory } from "./schema.ts";

export const priceEndpoints = {
  priceHistory: endpoint("GET /api/games/{id}/price-history", {
    summary: "List a game's price changes in the last days, starting with the prices in force at the start",
    access: "user",
    scope: "read:catalogue",
    params: z.object({ id: Id }),
    query: z.object({
      days: wholeNumber(1, wholeHistory).default(30),
      origin: StoreKey.optional(),
      country: Country.optional(),
    }),
    response: PriceHistory,
  }),
};
