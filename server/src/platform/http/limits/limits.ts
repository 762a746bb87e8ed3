import type { Server } from "node:http";
import { AppError } from "contract/core/errors.ts";
import type { FastifyHttpOptions, FastifyInstance } from "fastify";

const second = 1_000;

/** Bytes of a body, by default (spec/api 1.1). */
const bodyLimit = 256 * 1024;
/** Characters of path and query; the site's own addresses have at most about 300. */
const maxAddressLength = 8_000;
/** Even idle connections cost memory. */
const maxSockets = 8_000;

/** The timeout of a call; its statements have their own (`requestTimeouts`). */
export const callTimeoutMs = 30 * second;
/** For files, which slow callers read slowly. */
export const fileTimeoutMs = 15 * 60 * second;
/** Longer than the lifetime of event streams. */
export const eventsTimeoutMs = 2 * 3_600 * second;

/** What a request may cost before it is handled. Node limits headers to 16 KiB. */
export const serverLimits = {
  bodyLimit,
  // checked every 5 seconds, so that 408 comes before the call's own timeout
  requestTimeout: 20 * second,
  http: { headersTimeout: 15 * second, connectionsCheckingInterval: 5 * second },
} satisfies FastifyHttpOptions<Server>;

/** Limits the length of addresses and the number of connections. */
export function limitRequests(app: FastifyInstance): void {
  app.server.maxConnections = maxSockets;
  app.addHook("onRequest", async (request) => {
    if (request.url.length > maxAddressLength) throw new AppError("invalid", "The address is too long");
  });
}
