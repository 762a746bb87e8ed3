import { z } from "zod";
import { endpoint } from "../core/endpoint.ts";
import { CountryCode } from "../core/parameters.ts";
import { SiteLanguage } from "../languages/schema.ts";
import { AdminMarket, ExchangeRates, Market } from "./schema.ts";

export const marketEndpoints = {
  listMarkets: endpoint("GET /api/markets", {
    summary: "List enabled markets, default first",
    access: "public",
    isCached: true,
    response: z.object({
      markets: z.array(Market),
      languages: z.array(SiteLanguage).meta({ description: "English first" }),
      exchange_rates: ExchangeRates.nullable().meta({ description: "`null` until they have been fetched" }),
    }),
  }),
  listAllMarkets: endpoint("GET /api/admin/markets", {
    summary: "List all markets, enabled or not",
    access: "stores.read",
    response: z.object({ markets: z.array(AdminMarket) }),
  }),
  updateMarket: endpoint("PUT /api/admin/markets/{country}", {
    summary: "Update a market: enable or disable it, or change whose prices it has, or how they are formatted",
    access: "stores.write",
    params: z.object({ country: CountryCode }),
    body: z.object({
      enabled: z.boolean().optional(),
      locale: z.string().min(2).max(35).optional(),
      shares_prices_with: CountryCode.nullable()
        .optional()
        .meta({ description: "Another market with the same currency; `null` = prices of its own" }),
      base_version: z.number().int().optional(),
    }),
    response: z.object({ market: AdminMarket }),
    errors: ["not_found", "conflict", "stale"],
  }),
  enableAllMarkets: endpoint("POST /api/admin/markets/enable-all", {
    summary: "Enable all markets",
    access: "stores.write",
    response: z.object({ markets: z.array(AdminMarket) }),
  }),
};
