import { AppError } from "contract/errors.ts";
import type { FastifyInstance } from "fastify";

/** What is answered at any time: these ask how the process is. */
const alwaysOpen: readonly (string | undefined)[] = ["/api/health", "/api/ready", "/metrics"];

/**
 * A process listens before it can answer, so that whoever stands in front sees it come up. Until then every request is
 * refused with 503. Mount it before anything that works for a request.
 */
export function refuseWhileStarting(app: FastifyInstance, hasStarted: () => boolean): void {
  app.addHook("onRequest", async (request) => {
    if (hasStarted() || alwaysOpen.includes(request.routeOptions.url)) return;
    throw new AppError("unavailable", "The site is starting. Please try again.", { retryAfter: 2 });
  });
}
