import { AppError } from "contract/core/errors.ts";
import { landingEndpoints } from "contract/games/landing/api.ts";
import type { FindMarket } from "contract/markets/schema.ts";
import type { FastifyInstance } from "fastify";
import { bind } from "../../../platform/http/bind.ts";
import type { OpenMarket } from "../policy-lists.ts";
import { describeLandingPage, type LandingSources, listLandingPages } from "./queries.ts";

export interface LandingOptions extends LandingSources {
  findMarket: FindMarket;
  openMarket: OpenMarket;
}

export function landingRoutes(app: FastifyInstance, options: LandingOptions): void {
  const { findMarket, openMarket, ...sources } = options;

  bind(app, landingEndpoints.listLandingPages, async ({ params, query: { page, limit, country } }) => {
    const market = findMarket(country);
    await sources.gameIndex.openMarket(market);
    const pages = listLandingPages(sources, market, params.kind);
    return { pages: pages.slice((page - 1) * limit, page * limit), total: pages.length };
  });

  bind(app, landingEndpoints.landingPage, async ({ params, query }) => {
    // a store's page shows its own prices
    const store = params.kind === "store" && sources.listStores().some(({ key }) => key === params.slug);
    const market = await openMarket({ ...query, ...(store && { store: [params.slug], activates: [] }) });
    const described = await describeLandingPage(sources, market, params.kind, params.slug);
    if (!described) throw new AppError("not_found", "Landing page not found");
    return described;
  });
}
