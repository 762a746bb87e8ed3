import { z } from "zod";
import { endpoint } from "../core/endpoint.ts";
import { CountryCode } from "../core/parameters.ts";
import { AdminMarket, ExchangeRates, Market } from "./schema.ts";

export const marketEndpoints = {
  listMarkets: endpoint("GET /api/markets", {
    summary: "The countries whose prices are shown, the default one first",
    access: "public",
    cache: "catalogue",
    response: z.object({
      markets: z.array(Market),
      exchange_rates: ExchangeRates.nullable().meta({ description: "`null` until they have been fetched" }),
    }),
  }),
  listAllMarkets: endpoint("GET /api/admin/markets", {
    summary: "All countries, enabled or not",
    access: "stores.read",
    response: z.object({ markets: z.array(AdminMarket) }),
  }),
  updateMarket: endpoint("PUT /api/admin/markets/{country}", {
    summary: "Enables or disables a market, or changes how it writes prices",
    access: "stores.write",
    params: z.object({ country: CountryCode }),
    body: z.object({
      enabled: z.boolean().optional(),
      locale: z.string().min(2).max(35).optional(),
      base_version: z.number().int().optional(),
    }),
    response: z.object({ market: AdminMarket }),
    errors: ["not_found", "conflict", "stale"],
  }),
};
