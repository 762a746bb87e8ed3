import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";

/** A served request for logs and metrics: its address could contain a secret, the route's pattern can't. */
export interface ServedRequest {
  method: string;
  /** `/api/games/:id`; `none` without a route. */
  route: string;
  status: number;
  ms: number;
}

/** Slower requests are logged at `info`. */
const slowMs = 1_000;

/** Ids from a proxy end up in logs and responses. */
const acceptableId = /^[\w.-]{8,64}$/;

/** Generates request ids, which start with the process id, or uses that of a trusted proxy. */
export function requestIds(
  trustsProxy: boolean,
  processId: string,
): (request: Pick<IncomingMessage, "headers">) => string {
  let count = 0;
  return ({ headers }) => {
    const given = headers["x-request-id"];
    if (trustsProxy && typeof given === "string" && acceptableId.test(given)) return given;
    count += 1;
    return `${processId}-${count.toString(36)}`;
  };
}

/** Sends each request's id, and logs each request: at `info` if it failed or was slow, otherwise at `debug`. */
export function followRequests(app: FastifyInstance, observe: (request: ServedRequest) => void): void {
  app.addHook("onRequest", (request, reply, done) => {
    reply.header("x-request-id", request.id);
    done();
  });
  app.addHook("onResponse", (request, reply, done) => {
    const served = {
      method: request.method,
      route: request.routeOptions.url ?? "none",
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    };
    observe(served);
    const level = served.status >= 500 || served.ms >= slowMs ? "info" : "debug";
    request.log[level](served, "request");
    done();
  });
}
