import type { FindMarket } from "contract/markets/schema.ts";
import { subscriptionEndpoints as endpoints } from "contract/subscriptions/api.ts";
import type { FastifyInstance } from "fastify";
import type { Db } from "../../platform/db/connect.ts";
import { bind } from "../../platform/http/bind.ts";
import { listIncludedGames, listPlans } from "./queries.ts";

export function subscriptionRoutes(app: FastifyInstance, { db, findMarket }: { db: Db; findMarket: FindMarket }): void {
  bind(app, endpoints.listPlans, async ({ query }) => ({
    plans: await listPlans(db, findMarket(query.country).country, new Date()),
  }));

  bind(app, endpoints.listIncludedGames, async ({ query, body: { plans, gameIds } }) => {
    const { country } = findMarket(query.country);
    return { games: await listIncludedGames(db, { plans, gameIds, country }) };
  });
}
