import { AppError } from "contract/core/errors.ts";
import { Country, Id } from "contract/core/parameters.ts";
import { type FindMarket, priceCountry } from "contract/markets/schema.ts";
import { StoreKey } from "contract/stores/store-key.ts";
import type { FastifyInstance } from "fastify";
import type { Db } from "../../platform/db/connect.ts";
import { isCrawler } from "../../platform/http/crawlers.ts";
import { addressKey, type Limits } from "../../platform/http/limits/rate-limit.ts";
import type { ClickCounter } from "./commands-clicks.ts";
import { prepareFindLink } from "./queries-link.ts";

export interface LinkOptions {
  db: Db;
  findMarket: FindMarket;
  clicks: ClickCounter;
  limits: Pick<Limits, "countRedirect">;
}

/** `/go/{game}/{store}`: redirects to the stored link of an offer only. Not in robots.txt, and never cached. */
export function linkRoutes(app: FastifyInstance, { db, findMarket, clicks, limits }: LinkOptions): void {
  const findLink = prepareFindLink(db);
  app.addHook("onClose", () => clicks.close());

  app.get<{ Params: { game: string; store: string }; Querystring: { country?: unknown } }>(
    "/go/:game/:store",
    async (request, reply) => {
      const isCounted = limits.countRedirect(request.ip) && !isCrawler(request.headers["user-agent"]);
      const [game, store] = [Id.safeParse(request.params.game), StoreKey.safeParse(request.params.store)];
      if (!game.success || !store.success) throw new AppError("not_found", "Not found");
      const requested = Country.optional().safeParse(request.query.country);
      const market = findMarket(requested.success ? requested.data : String(request.query.country));
      const offer = { gameId: game.data, store: store.data, country: market.country };
      const link = await findLink({ ...offer, country: priceCountry(market) });
      if (link === null) throw new AppError("not_found", "The store does not sell this game");
      if (isCounted) clicks.count(addressKey(request.ip), offer);
      return reply
        .header("cache-control", "no-store")
        .header("x-robots-tag", "noindex, nofollow")
        .header("referrer-policy", "no-referrer-when-downgrade")
        .redirect(link, 302);
    },
  );
}
