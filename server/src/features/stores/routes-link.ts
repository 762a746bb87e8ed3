import { AppError } from "contract/core/errors.ts";
import { Country, Id } from "contract/core/parameters.ts";
import type { FindMarket } from "contract/markets/schema.ts";
import { StoreKey } from "contract/stores/store-key.ts";
import type { FastifyInstance } from "fastify";
import type { Db } from "../../platform/db/connect.ts";
import type { Reads } from "../../platform/db/replica/reads.ts";
import { isCrawler } from "../../platform/http/crawlers.ts";
import { countClick } from "./commands-clicks.ts";
import { prepareFindLink } from "./queries-link.ts";

export interface LinkOptions {
  db: Db;
  reads: Reads;
  findMarket: FindMarket;
}

/** `/go/{game}/{store}`: redirects to the stored link of an offer only. Not in robots.txt, and never cached. */
export function linkRoutes(app: FastifyInstance, { db, reads, findMarket }: LinkOptions): void {
  const findLink = reads.prepare(prepareFindLink);

  app.get<{ Params: { game: string; store: string }; Querystring: { country?: unknown } }>(
    "/go/:game/:store",
    async (request, reply) => {
      const [game, store] = [Id.safeParse(request.params.game), StoreKey.safeParse(request.params.store)];
      if (!game.success || !store.success) throw new AppError("not_found", "Not found");
      const requested = Country.optional().safeParse(request.query.country);
      const { country } = findMarket(requested.success ? requested.data : String(request.query.country));
      const offer = { gameId: game.data, store: store.data, country };
      const link = await findLink(offer);
      if (link === null) throw new AppError("not_found", "The store does not sell this game");
      if (!isCrawler(request.headers["user-agent"])) {
        // the visitor does not wait for the count
        countClick(db, offer, new Date()).catch((error: unknown) =>
          request.log.warn({ err: error }, "failed to count a visit to a store"),
        );
      }
      return reply
        .header("cache-control", "no-store")
        .header("x-robots-tag", "noindex, nofollow")
        .header("referrer-policy", "no-referrer-when-downgrade")
        .redirect(link, 302);
    },
  );
}
