import { isKeyToken } from "contract/accounts/key-rules.ts";
import type { FastifyInstance } from "fastify";
import { prepareIdentifyKey } from "../features/accounts/api-keys/commands-identify.ts";
import { logSecurityEvent, recordSecurityEvent } from "../features/accounts/commands-security.ts";
import { prepareIdentify } from "../features/accounts/sessions/commands-session.ts";
import { compressResponses } from "../platform/http/cache/compression.ts";
import { createResponseCache } from "../platform/http/cache/response-cache.ts";
import { guardSharedCaches, markStale } from "../platform/http/cache/shared-caches.ts";
import { handleErrors } from "../platform/http/errors.ts";
import { createEventStreams } from "../platform/http/event-streams.ts";
import { acceptJson } from "../platform/http/json-parser.ts";
import { type OverloadBars, refuseWhenOverloaded } from "../platform/http/limits/overload.ts";
import { limitCalls, limitKeyCall } from "../platform/http/limits/rate-limit.ts";
import { deliverRefusals } from "../platform/http/refused-bodies.ts";
import { requireAllowedInDemo } from "./demo.ts";
import type { Foundation } from "./foundation.ts";

/** Further denied calls of one account are only logged, so that no one can flood the audit trail. */
const deniedPerHour = 20;

/** What every call needs (`platform/http/bind.ts`): authentication, limits, parsing, errors. Before any is mounted. */
export async function prepareCalls(
  app: FastifyInstance,
  { db, env, changes, limits, settings }: Foundation,
  overload?: Partial<OverloadBars>,
): Promise<void> {
  const identify = prepareIdentify(db, {
    adminRules() {
      const rules = settings.value();
      return {
        maxAgeMs: rules["security.admin_session_hours"] * 3_600_000,
        maxIdleMs: rules["security.admin_idle_minutes"] * 60_000,
        // a visitor of the demo could lock out the others
        needsSecondFactor: rules["security.require_second_factor"] && !env.demo,
      };
    },
    onMissed: (err) => app.log.warn({ err }, "failed to update the session's last-seen time"),
  });
  const identifyKey = prepareIdentifyKey(db, {
    needsSecondFactor: () => settings.value()["security.require_second_factor"],
    onError: (err) => app.log.warn({ err }, "failed to record the use of an API key"),
  });
  const isTooManyDenied = limits.tooMany("denied calls of an account", deniedPerHour, 3_600_000);
  const streams = createEventStreams();
  app.addHook("preClose", async () => streams.close());
  app.decorate("calls", {
    async findViewer(token: string) {
      if (isKeyToken(token)) return identifyKey(token, new Date());
      const viewer = await identify(token, new Date());
      if (viewer) limits.countAccount(viewer.userId);
      return viewer;
    },
    countKeyCall: (keyId, reply) => limitKeyCall(reply, limits, keyId),
    recheckViewer: (token) => identify(token, new Date(), { isActivity: false }),
    requireOffered: env.demo ? requireAllowedInDemo : () => {},
    async onDenied({ userId, key }, { route, access }) {
      const description = `Was denied ${route}`;
      const details = { access, ...(key && { key: key.id }) };
      const event = { action: "ACCESS_DENIED", userId, description, details } as const;
      if (await isTooManyDenied(String(userId))) logSecurityEvent(app.log, event);
      else await recordSecurityEvent(db, app.log, event);
    },
    responses: createResponseCache({
      seconds: env.cacheSeconds,
      onRenewalError: (err) => app.log.error({ err }, "failed to renew a cached response"),
    }),
    streams,
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
  deliverRefusals(app);
}
