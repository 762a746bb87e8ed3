import { timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import type { Env } from "../env.ts";
import { bearerToken } from "../http/access.ts";
import { StartError } from "../start-error.ts";
import type { Metrics } from "./metrics.ts";

type MetricsEnv = Pick<Env, "metricsPort" | "metricsHost" | "metricsToken">;

/** Whether anybody may read metrics at all: nobody may unless the operator has said how. */
export function wantsMetrics({ metricsPort, metricsToken }: MetricsEnv): boolean {
  return metricsPort !== undefined || metricsToken !== undefined;
}

/**
 * Answers `GET /metrics`: on a port of its own where METRICS_PORT names one, else on the site's, to those who have
 * METRICS_TOKEN. Closed with the app. Returns the port of its own, if any. Throws StartError when it cannot be had.
 */
export async function serveMetrics(app: FastifyInstance, metrics: Metrics, env: MetricsEnv): Promise<number | null> {
  const { metricsPort, metricsHost, metricsToken } = env;
  const isAllowed = (header: string | undefined) =>
    metricsToken === undefined || isSame(bearerToken(header) ?? "", metricsToken);

  if (metricsPort === undefined) {
    app.get("/metrics", { exposeHeadRoute: false }, async (request, reply) => {
      if (!isAllowed(request.headers.authorization)) return reply.callNotFound();
      reply.header("cache-control", "no-store").type(metrics.contentType);
      return metrics.read();
    });
    return null;
  }

  const server = createServer(async ({ url, headers }, response) => {
    if (url !== "/metrics") return response.writeHead(404).end();
    if (!isAllowed(headers.authorization)) return response.writeHead(401).end();
    const text = await metrics.read();
    response.writeHead(200, { "content-type": metrics.contentType }).end(text);
  });
  server.listen(metricsPort, metricsHost);
  await once(server, "listening").catch((cause: NodeJS.ErrnoException) => {
    throw new StartError(`METRICS_PORT: ${cause.message}`, { cause });
  });
  app.addHook("onClose", async () => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  app.log.info({ host: metricsHost, port }, "metrics are served");
  return port;
}

function isSame(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
