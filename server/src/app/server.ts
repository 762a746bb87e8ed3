import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyServerOptions,
  LogController,
} from "fastify";
import type { Env } from "../env.ts";
import { answerUnreadable } from "../http/errors.ts";
import { commonHeaders, sendHeaders } from "../http/headers.ts";
import { limitRequests, serverLimits } from "../http/limits.ts";
import { refuseMalformedAddresses, refuseUndecodablePath } from "../http/malformed-address.ts";
import { originForm, refuseForeignTargets } from "../http/request-target.ts";
import { RequestLog } from "../observability/request-log.ts";
import { requestIds } from "../observability/requests.ts";

/** A server that answers nothing yet: what holds for every request, whoever answers it. */
export function createServer(env: Env, log: FastifyBaseLogger, processId: string): FastifyInstance {
  const headers = commonHeaders(env.publicUrl);
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "request_id" }),
    genReqId: requestIds(env.trustProxy !== false, processId),
    ...serverLimits,
    rewriteUrl: ({ url = "" }) => originForm(url, env.publicUrl),
    trustProxy: proxyTrust(env.trustProxy),
    forceCloseConnections: "idle",
    frameworkErrors: refuseUndecodablePath(headers),
    clientErrorHandler: answerUnreadable(headers),
  });
  app.setChildLoggerFactory((parent, names, options) => new RequestLog(parent, names, options));
  sendHeaders(app, headers);
  limitRequests(app);
  refuseForeignTargets(app);
  refuseMalformedAddresses(app);
  return app;
}

/** A number of proxies: so many entries of `X-Forwarded-For`, from the right, were written by them. */
function proxyTrust(trusted: Env["trustProxy"]): FastifyServerOptions["trustProxy"] {
  return typeof trusted === "number" ? (_, hop) => hop < trusted : trusted;
}
