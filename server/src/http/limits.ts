import type { Server } from "node:http";
import { AppError } from "contract/errors.ts";
import type { FastifyHttpOptions, FastifyInstance } from "fastify";

const second = 1_000;

/** Bytes of a body, where the call says nothing else (spec/api 1.1). */
const bodyLimit = 256 * 1024;
/** Characters of path and query together: the longest address that the site itself makes has about 300. */
const longestAddress = 8_000;
/** Every connection costs memory, whether it asks for something or not. */
const mostConnections = 8_000;

/** How long a call may take before it is given up; what it began in the database ends there (`requestTimeouts`). */
export const callTimeoutMs = 30 * second;
/** A file is sent as fast as the caller reads. */
export const fileTimeoutMs = 15 * 60 * second;

/** What one request may cost before anybody looks at it. Headers of more than 16 KiB are refused by Node itself. */
export const serverLimits = {
  bodyLimit,
  // A request that trickles in holds its connection. Checked every 5 seconds: 408 comes before the call's own timeout.
  requestTimeout: 20 * second,
  http: { headersTimeout: 15 * second, connectionsCheckingInterval: 5 * second },
} satisfies FastifyHttpOptions<Server>;

/** Refuses addresses that nothing of ours has made, and more connections than the process can hold. */
export function limitRequests(app: FastifyInstance): void {
  app.server.maxConnections = mostConnections;
  app.addHook("onRequest", async (request) => {
    if (request.url.length > longestAddress) throw new AppError("invalid", "The address is too long");
  });
}
