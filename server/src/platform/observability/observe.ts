import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type { Pool } from "pg";
import { bearerToken } from "../http/security/access.ts";
import type { MailOutcome } from "../mail/deliver.ts";
import type { Env } from "../process/env.ts";
import { StartError } from "../process/start-error.ts";
import { isSameSecret } from "../process/token.ts";
import { createMetrics, type MetricSources, type Metrics } from "./metrics.ts";
import { followRequests } from "./requests.ts";

export interface Observation {
  aroundJob(queue: string, work: () => Promise<void>): Promise<void>;
  countMail(outcome: MailOutcome): void;
  /** Serves metrics until the app is closed. */
  serve(): Promise<void>;
}

export interface ObservationOptions extends MetricSources {
  env: Env;
  log: FastifyBaseLogger;
  pool: Pool;
}

/** Observes requests and statements: call it before mounting any route. Loads only what is configured. */
export async function startObservation(app: FastifyInstance, options: ObservationOptions): Promise<Observation> {
  const { env, log, pool, version } = options;
  const metrics = wantsMetrics(env) ? createMetrics(options) : null;
  const tracing = env.otlpEndpoint
    ? (await import("./tracing.ts")).startTracing({ endpoint: env.otlpEndpoint, share: env.traceShare, version, log })
    : null;
  followRequests(app, (request) => metrics?.observeRequest(request));
  tracing?.followRequests(app);
  tracing?.followStatements(pool);
  if (tracing) app.addHook("onClose", tracing.close);

  async function measured(queue: string, work: () => Promise<void>): Promise<void> {
    const start = performance.now();
    let outcome: "done" | "failed" = "failed";
    try {
      await work();
      outcome = "done";
    } finally {
      metrics?.observeJob(queue, outcome, performance.now() - start);
    }
  }

  return {
    aroundJob: (queue, work) => measured(queue, () => (tracing ? tracing.aroundJob(queue, work) : work())),
    countMail: (outcome) => metrics?.countMail(outcome),
    serve: async () => {
      if (metrics) await serveMetrics(app, metrics, env);
    },
  };
}

type MetricsEnv = Pick<Env, "metricsPort" | "metricsHost" | "metricsToken">;

/** Whether the operator has configured metrics. */
function wantsMetrics({ metricsPort, metricsToken }: MetricsEnv): boolean {
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
  app.log.info({ host: metricsHost, port }, "serving metrics");
  return port;
}
