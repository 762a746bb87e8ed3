import { z } from "zod";
import { CountryCode } from "../core/parameters.ts";

/** A country whose prices are shown. */
export const Market = z
  .object({
    country: CountryCode,
    name: z.string().meta({ description: "The country's name in English" }),
    currency: z.string().meta({ description: "ISO 4217" }),
    minor_units: z.number().int().meta({ description: "Decimals of the currency" }),
    locale: z.string().meta({ description: "Locale for formatting prices, such as `en-GB`" }),
    default: z.boolean().meta({ description: "The default if no country is given" }),
    shares_prices_with: CountryCode.optional().meta({
      description: "The market whose prices it has; left out if it has prices of its own",
    }),
  })
  .meta({ id: "Market" });
export type Market = z.output<typeof Market>;

/** The country whose prices a market has. */
export function priceCountry({ country, shares_prices_with }: Pick<Market, "country" | "shares_prices_with">): string {
  return shares_prices_with ?? country;
}

/** A market as administrators see it. */
export const AdminMarket = Market.extend({
  enabled: z.boolean(),
  offers: z.number().int(),
  version: z.number().int(),
  updated_at: z.string().nullable(),
}).meta({ id: "AdminMarket" });
export type AdminMarket = z.output<typeof AdminMarket>;

/** Units per euro, and the day of the European Central Bank's rates (YYYY-MM-DD). */
export const ExchangeRates = z
  .object({ day: z.string(), rates: z.record(z.string(), z.number()) })
  .meta({ id: "ExchangeRates" });
export type ExchangeRates = z.output<typeof ExchangeRates>;

/** Finds the market of a country; the default one for `undefined`. Throws `invalid` if the country is no market. */
export type FindMarket = (country: string | undefined) => Market;
