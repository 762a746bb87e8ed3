import { marketEndpoints } from "contract/markets/api.ts";
import type { ExchangeRates, Market } from "contract/markets/schema.ts";
import type { FastifyInstance } from "fastify";
import { bind } from "../../platform/http/bind.ts";

export interface MarketOptions {
  /** The enabled ones, the default one first. */
  listMarkets(): readonly Market[];
  exchangeRates(): ExchangeRates | null;
}

export function marketRoutes(app: FastifyInstance, { listMarkets, exchangeRates }: MarketOptions): void {
  bind(app, marketEndpoints.listMarkets, () => ({ markets: [...listMarkets()], exchange_rates: exchangeRates() }));
}
