import { basePathOf } from "contract/core/base-path.ts";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyServerOptions,
  LogController,
} from "fastify";
import { serveBelow, targetReader } from "../platform/http/base-path.ts";
import { handleUnreadableRequest } from "../platform/http/errors.ts";
import { limitRequests, serverLimits } from "../platform/http/limits/limits.ts";
import { commonHeaders, sendHeaders } from "../platform/http/security/headers.ts";
import {
  refuseForeignTargets,
  refuseMalformedAddresses,
  refuseUndecodablePath,
} from "../platform/http/security/malformed-address.ts";
import { requestIds } from "../platform/observability/requests.ts";
import type { Env } from "../platform/process/env.ts";

/** A server without routes, with what applies to every request. */
export function createServer(env: Env, log: FastifyBaseLogger, processId: string): FastifyInstance {
  const headers = commonHeaders(env.publicUrl);
  const readTarget = targetReader(env.publicUrl);
  const home = `${basePathOf(env.publicUrl)}/`;
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "request_id" }),
    genReqId: requestIds(env.trustProxy !== false, processId),
    ...serverLimits,
    rewriteUrl: ({ url = "" }) => readTarget(url),
    trustProxy: proxyTrust(env.trustProxy),
    forceCloseConnections: "idle",
    frameworkErrors: refuseUndecodablePath(headers, home),
    clientErrorHandler: handleUnreadableRequest(headers),
  });
  sendHeaders(app, headers);
  serveBelow(app, env.publicUrl);
  limitRequests(app);
  refuseForeignTargets(app);
  refuseMalformedAddresses(app, home);
  return app;
}

/** A number means that many trusted entries of `X-Forwarded-For`, from the right. */
function proxyTrust(trusted: Env["trustProxy"]): FastifyServerOptions["trustProxy"] {
  return typeof trusted === "number" ? (_, hop) => hop < trusted : trusted;
}
