import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import { bearerToken } from "../http/security/access.ts";
import type { Env } from "../process/env.ts";
import { StartError } from "../process/start-error.ts";
import { isSameSecret } from "../process/token.ts";
import type { Metrics } from "./metrics.ts";

type MetricsEnv = Pick<Env, "metricsPort" | "metricsHost" | "metricsToken">;

/** Whether the operator has configured metrics. */
export function wantsMetrics({ metricsPort, metricsToken }: MetricsEnv): boolean {
  return metricsPort !== undefined || metricsToken !== undefined;
}

/**
 * Serves `GET /metrics` to holders of METRICS_TOKEN: on METRICS_PORT, or else on the site's own port. Closed with the
 * app. Returns the separate port, if any. Throws StartError when that is unavailable.
 */
export async function serveMetrics(app: FastifyInstance, metrics: Metrics, env: MetricsEnv): Promise<number | null> {
  const { metricsPort, metricsHost, metricsToken } = env;
  const isAllowed = (header: string | undefined) =>
    metricsToken === undefined || isSameSecret(bearerToken(header) ?? "", metricsToken);

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
