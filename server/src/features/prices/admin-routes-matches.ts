import { matchEndpoints as endpoints } from "contract/prices/match-api.ts";
import type { FastifyInstance } from "fastify";
import type { Db } from "../../platform/db/connect.ts";
import { bind, callerOf } from "../../platform/http/bind.ts";
import {
  acceptMatch,
  createMatchedGame,
  dismissMatchProposal,
  proposeMatch,
  rejectMatch,
  undoMatch,
} from "./matching/commands-matches.ts";
import { countWaiting, listMatches } from "./matching/queries-matches.ts";

export function matchAdminRoutes(app: FastifyInstance, db: Db): void {
  bind(app, endpoints.listMatches, async ({ query: { page, limit, ...filter } }) => {
    const [list, stores] = await Promise.all([
      listMatches(db, { ...filter, limit, offset: (page - 1) * limit }),
      countWaiting(db),
    ]);
    return { ...list, stores };
  });

  bind(app, endpoints.acceptMatch, async ({ params, body }, context) => ({
    match: await acceptMatch(db, callerOf(context), params.id, body.gameId, new Date()),
  }));

  bind(app, endpoints.rejectMatch, async ({ params }, context) => ({
    match: await rejectMatch(db, callerOf(context), params.id, new Date()),
  }));

  bind(app, endpoints.proposeMatch, async ({ params, body }, context) => ({
    match: await proposeMatch(db, callerOf(context), params.id, body.gameId, new Date()),
  }));

  bind(app, endpoints.dismissMatchProposal, ({ params, query }, context) =>
    dismissMatchProposal(db, callerOf(context), params.id, query.gameId),
  );

  bind(app, endpoints.createMatch, async ({ params }, context) => ({
    match: await createMatchedGame(db, callerOf(context), params.id, new Date()),
  }));

  bind(app, endpoints.undoMatch, async ({ params, body }, context) => ({
    match: await undoMatch(db, callerOf(context), params.id, { decidedAt: body.decided_at }, new Date()),
  }));
}
