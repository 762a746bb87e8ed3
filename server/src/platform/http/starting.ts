import { AppError } from "contract/core/errors.ts";
import type { FastifyInstance } from "fastify";

/** Always served: the state of the process. */
const alwaysOpen: readonly (string | undefined)[] = ["/api/health", "/api/ready", "/metrics"];

/**
 * A process listens before it is ready, so that load balancers see it start; until then it rejects requests with 503.
 * Mount it before anything else.
 */
export function refuseWhileStarting(app: FastifyInstance, hasStarted: () => boolean): void {
  app.addHook("onRequest", async (request) => {
    if (hasStarted() || alwaysOpen.includes(request.routeOptions.url)) return;
    throw new AppError("unavailable", "The site is starting. Try again.", { retryAfter: 2 });
  });
}
