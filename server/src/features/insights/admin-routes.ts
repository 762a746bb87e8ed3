import { insightEndpoints } from "contract/insights/api.ts";
import type { FastifyInstance } from "fastify";
import type { Db } from "../../platform/db/connect.ts";
import { bind } from "../../platform/http/bind.ts";
import { readInsights } from "./queries.ts";

export function insightAdminRoutes(app: FastifyInstance, db: Db): void {
  bind(app, insightEndpoints.insights, ({ query }) => readInsights(db, query.days, new Date()));
}
