import type { AdminMarket, Market } from "contract/markets/schema.ts";
import type { markets } from "./table.ts";

type MarketRow = typeof markets.$inferSelect;

const names = new Intl.DisplayNames("en", { type: "region" });

export function toMarket(row: MarketRow, isDefault: boolean): Market {
  const { country, currency, minorUnits, locale, sharesPricesWith } = row;
  return {
    country,
    name: names.of(country) ?? country,
    currency,
    minor_units: minorUnits,
    locale,
    default: isDefault,
    ...(sharesPricesWith && { shares_prices_with: sharesPricesWith }),
  };
}

export function toAdminMarket(row: MarketRow & { offers: number }, isDefault: boolean): AdminMarket {
  return {
    ...toMarket(row, isDefault),
    enabled: row.enabled,
    offers: row.offers,
    version: row.version,
    updated_at: row.updatedAt?.toISOString() ?? null,
  };
}
