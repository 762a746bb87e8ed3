import type { FastifyInstance } from "fastify";
import { prepareIdentify } from "../features/accounts/sessions/commands-session.ts";
import { compressResponses } from "../platform/http/cache/compression.ts";
import { createResponseCache } from "../platform/http/cache/response-cache.ts";
import { createSharedCaching, guardSharedCaches, markStale } from "../platform/http/cache/shared-caches.ts";
import type { Content } from "../platform/http/content.ts";
import { handleErrors } from "../platform/http/errors.ts";
import { acceptJson } from "../platform/http/json-parser.ts";
import { type OverloadBars, refuseWhenOverloaded } from "../platform/http/limits/overload.ts";
import { limitCalls } from "../platform/http/limits/rate-limit.ts";
import type { Foundation } from "./foundation.ts";

export interface CallOptions {
  content: Content;
  isFresh(): boolean;
  overload?: Partial<OverloadBars> | undefined;
}

/** What every call needs (`platform/http/bind.ts`): authentication, limits, parsing, errors. Before any is mounted. */
export async function prepareCalls(
  app: FastifyInstance,
  { db, env, changes, limits }: Foundation,
  { content, isFresh, overload }: CallOptions,
): Promise<void> {
  const identify = prepareIdentify(db, (err) => app.log.warn({ err }, "failed to update the session's last-seen time"));
  app.decorate("calls", {
    async findViewer(token: string) {
      const viewer = await identify(token, new Date());
      if (viewer) limits.countAccount(viewer.userId);
      return viewer;
    },
    content,
    caching: createSharedCaching({ seconds: env.cdnMaxAge, isFresh }),
    responses: createResponseCache(content),
    mounted: new Map(),
    submitted: new Map(),
  });
  app.decorateRequest("viewer", null);

  acceptJson(app);
  handleErrors(app);
  markStale(app, changes.staleSince);
  guardSharedCaches(app);
  await refuseWhenOverloaded(app, overload);
  await limitCalls(app, limits);
  await compressResponses(app);
}
