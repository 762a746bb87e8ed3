import { languageEndpoints } from "contract/languages/api.ts";
import type { SiteLanguage } from "contract/languages/schema.ts";
import { marketEndpoints } from "contract/markets/api.ts";
import type { ExchangeRates, Market } from "contract/markets/schema.ts";
import type { FastifyInstance } from "fastify";
import { bind } from "../../platform/http/bind.ts";

export interface MarketOptions {
  /** The enabled ones, the default one first. */
  listMarkets(): readonly Market[];
  /** Those that visitors can choose, English first. */
  listLanguages(): readonly SiteLanguage[];
  exchangeRates(): ExchangeRates | null;
}

export function marketRoutes(app: FastifyInstance, { listMarkets, listLanguages, exchangeRates }: MarketOptions): void {
  bind(app, marketEndpoints.listMarkets, () => ({
    markets: [...listMarkets()],
    languages: [...listLanguages()],
    exchange_rates: exchangeRates(),
  }));

  bind(app, languageEndpoints.listLocales, () => ({
    locales: listLanguages().map(({ tag, name, direction }) => ({ tag, name, dir: direction })),
  }));
}
