import type { FastifyInstance } from "fastify";
import { prepareIdentify } from "../accounts/commands-session.ts";
import { createAnswerCache } from "../http/answer-cache.ts";
import { acceptJson } from "../http/bodies.ts";
import { packAnswers } from "../http/compression.ts";
import type { Content } from "../http/content.ts";
import { answerErrors } from "../http/errors.ts";
import { type OverloadBars, refuseWhenOverloaded } from "../http/overload.ts";
import { limitCalls } from "../http/rate-limit.ts";
import { createSharedCaching, guardSharedCaches } from "../http/shared-caches.ts";
import { markStale } from "../http/stale.ts";
import type { Foundation } from "./foundation.ts";

export interface CallOptions {
  content: Content;
  /** Whether caches may keep answers for as long as the operator wants. */
  isFresh(): boolean;
  /** When to refuse requests, other than usual. */
  overload?: Partial<OverloadBars> | undefined;
}

/** What every call stands on (`http/bind.ts`): who makes it, how often, in which form. Before the first is mounted. */
export async function prepareCalls(
  app: FastifyInstance,
  { db, env, changes, limits }: Foundation,
  { content, isFresh, overload }: CallOptions,
): Promise<void> {
  const identify = prepareIdentify(db, (err) => app.log.warn({ err }, "the use of a sign-in was not noted"));
  app.decorate("calls", {
    async findViewer(token: string) {
      const viewer = await identify(token, new Date());
      if (viewer) limits.countAccount(viewer.userId);
      return viewer;
    },
    content,
    caching: createSharedCaching({ seconds: env.cdnMaxAge, isFresh }),
    answers: createAnswerCache(content),
    mounted: new Map(),
    submitted: new Map(),
  });
  app.decorateRequest("viewer", null);

  acceptJson(app);
  answerErrors(app);
  markStale(app, changes.staleSince);
  guardSharedCaches(app);
  await refuseWhenOverloaded(app, overload);
  await limitCalls(app, limits);
  await packAnswers(app);
}
