import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";

/** An answered request, as it may be told of: an address can hold a secret, the pattern of its route cannot. */
export interface AnsweredRequest {
  method: string;
  /** `/api/games/:id`; `none` for what no route was found. */
  route: string;
  status: number;
  ms: number;
}

/** From here on a request is worth a line in the log by itself. */
const slowMs = 1_000;

/** Names given by a proxy are taken over only in this form, since they end up in logs and answers. */
const acceptableId = /^[\w.-]{8,64}$/;

/** Makes the ids of requests, which begin with the id of their process, or takes the one that a trusted proxy has given. */
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

/**
 * Every answer carries its request's id, which stands in each of its log lines as `request_id`. One line says how it
 * went: at `info` when it failed here or took long, else at `debug`.
 */
export function followRequests(app: FastifyInstance, observe: (request: AnsweredRequest) => void): void {
  app.addHook("onRequest", (request, reply, done) => {
    reply.header("x-request-id", request.id);
    done();
  });
  app.addHook("onResponse", (request, reply, done) => {
    const answered = {
      method: request.method,
      route: request.routeOptions.url ?? "none",
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    };
    observe(answered);
    const level = answered.status >= 500 || answered.ms >= slowMs ? "info" : "debug";
    request.log[level](answered, "request");
    done();
  });
}
