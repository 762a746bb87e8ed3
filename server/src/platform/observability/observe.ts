import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type { Pool } from "pg";
import type { MailOutcome } from "../mail/deliver.ts";
import type { PurgeOutcome } from "../outgoing/purge.ts";
import type { Env } from "../process/env.ts";
import { createMetrics, type MetricSources } from "./metrics.ts";
import { followRequests } from "./requests.ts";
import { serveMetrics, wantsMetrics } from "./serve-metrics.ts";

export interface Observation {
  aroundJob(queue: string, work: () => Promise<void>): Promise<void>;
  countMail(outcome: MailOutcome): void;
  countPurge(outcome: PurgeOutcome): void;
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
    countPurge: (outcome) => metrics?.countPurge(outcome),
    serve: async () => {
      if (metrics) await serveMetrics(app, metrics, env);
    },
  };
}
