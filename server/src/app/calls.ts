import fastifyCompress from "@fastify/compress";
import type { FastifyInstance } from "fastify";
import { prepareIdentify } from "../accounts/commands-session.ts";
import { createAnswerCache } from "../http/answer-cache.ts";
import { acceptJson } from "../http/bodies.ts";
import { answerErrors } from "../http/errors.ts";
import { type OverloadBars, refuseWhenOverloaded } from "../http/overload.ts";
import { limitAccounts, limitCalls } from "../http/rate-limit.ts";
import { markStale } from "../http/stale.ts";
import type { Foundation } from "./foundation.ts";

export interface CallOptions {
  /** Grows whenever anything changes that anonymous visitors can see. */
  contentVersion(): number;
  /** When to refuse requests, other than usual. */
  overload?: Partial<OverloadBars> | undefined;
}

/** What every call stands on (`http/bind.ts`): who makes it, how often, in which form. Before the first is mounted. */
export async function prepareCalls(
  app: FastifyInstance,
  { db, env, changes }: Foundation,
  { contentVersion, overload }: CallOptions,
): Promise<void> {
  const identify = prepareIdentify(db);
  const countCall = limitAccounts(env.rateLimitScale);
  app.decorate("calls", {
    async findViewer(token: string) {
      const viewer = await identify(token, new Date());
      if (viewer) countCall(viewer.userId);
      return viewer;
    },
    contentVersion,
    answers: createAnswerCache(contentVersion),
    mounted: new Map(),
  });
  app.decorateRequest("viewer", null);

  acceptJson(app);
  answerErrors(app);
  markStale(app, changes.staleSince);
  await refuseWhenOverloaded(app, overload);
  await limitCalls(app, env.rateLimitScale);
  // bodies that come are never unpacked: few bytes could become many
  await app.register(fastifyCompress, { threshold: 1024, encodings: ["br", "gzip"], globalDecompression: false });
}
