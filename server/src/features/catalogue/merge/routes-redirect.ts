import type { FastifyInstance } from "fastify";
import type { Db } from "../../../platform/db/connect.ts";
import { findMergeTarget } from "./queries-merges.ts";

export interface RedirectOptions {
  db: Db;
  /** Whether there is a game of this id. */
  hasGame(id: number): boolean;
  /** Counts a look-up for an address. Throws `rate_limited`. */
  countMiss(address: string): void;
}

/** Pages of a game, its calls, its pictures and its links to stores, each by the id in its address. */
const ofGame = /^(\/(?:api\/games|images\/games|go|(?:[a-z]{2}\/)?games)\/)(\d{1,9})(?=[/?]|$)/;

/**
 * Redirects addresses of a merged game to the game that it was merged into. Browsers revalidate the redirects, as a
 * merge can be undone.
 */
export function redirectMerged(app: FastifyInstance, { db, hasGame, countMiss }: RedirectOptions): void {
  app.addHook("preHandler", async (request, reply) => {
    if (request.method !== "GET" && request.method !== "HEAD") return;
    const [whole = "", before, id] = ofGame.exec(request.url) ?? [];
    if (id === undefined || hasGame(Number(id))) return;
    // calls have their own limit
    if (!request.routeOptions.url?.startsWith("/api/")) countMiss(request.ip);
    const target = await findMergeTarget(db, Number(id));
    if (target === null) return;
    return app.calls.responses.share(reply).redirect(`${before}${target}${request.url.slice(whole.length)}`, 301);
  });
}
