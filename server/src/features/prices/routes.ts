import { AppError } from "contract/core/errors.ts";
import { priceEndpoints } from "contract/prices/api.ts";
import { attainableLow } from "contract/prices/rules.ts";
import type { FastifyInstance } from "fastify";
import type { Reads } from "../../platform/db/replica/reads.ts";
import { bind } from "../../platform/http/bind.ts";
import { toPriceHistory } from "./present.ts";
import { prepareHasGame, prepareListPricePoints } from "./queries.ts";

const dayMs = 24 * 60 * 60 * 1000;

export function priceRoutes(app: FastifyInstance, reads: Reads): void {
  const hasGame = reads.prepare(prepareHasGame);
  const listPricePoints = reads.prepare(prepareListPricePoints);

  bind(app, priceEndpoints.priceHistory, async ({ params, query }) => {
    const now = new Date();
    const opening = new Date(now.getTime() - query.days * dayMs);
    const points = await listPricePoints(params.id, now);
    if (points.length === 0 && !(await hasGame(params.id))) throw new AppError("not_found", "Game not found");
    return toPriceHistory(points, opening, query.origin, attainableLow(points));
  });
}
