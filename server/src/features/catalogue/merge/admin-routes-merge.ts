import { mergeEndpoints as endpoints } from "contract/catalogue/merge-api.ts";
import type { FastifyInstance } from "fastify";
import type { Db } from "../../../platform/db/connect.ts";
import { bind, callerOf } from "../../../platform/http/bind.ts";
import { mergeGame } from "./commands-merge.ts";
import { unmergeGame } from "./commands-unmerge.ts";
import { type FindByTitle, listDuplicates } from "./queries-duplicates.ts";
import { countMoves, requirePair } from "./queries-merges.ts";

export function mergeAdminRoutes(
  app: FastifyInstance,
  { db, findByTitle }: { db: Db; findByTitle: FindByTitle },
): void {
  bind(app, endpoints.listDuplicates, ({ params, query }) =>
    listDuplicates(db, findByTitle, { ...params, ...query, now: new Date() }),
  );

  bind(app, endpoints.previewMerge, async ({ params, query }) => ({
    ...(await requirePair(db, params.id, query.into)),
    counts: await countMoves(db, params.id, query.into),
  }));

  bind(app, endpoints.mergeGame, ({ params, body }, context) =>
    mergeGame(db, callerOf(context), { id: params.id, intoId: body.into, now: new Date() }),
  );

  bind(app, endpoints.unmergeGame, ({ params }, context) => unmergeGame(db, callerOf(context), params.id, new Date()));
}
