import type { FastifyInstance } from "fastify";
import type { Env } from "../env.ts";
import { createMetrics, type MailOutcome, type MetricSources } from "./metrics.ts";
import { followRequests } from "./requests.ts";
import { serveMetrics, wantsMetrics } from "./serve-metrics.ts";

/** What the site tells of itself to those who run it. */
export interface Observation {
  /** To be called before any route is mounted. */
  followRequests(app: FastifyInstance): void;
  aroundJob(queue: string, work: () => Promise<void>): Promise<void>;
  countMail(outcome: MailOutcome): void;
  /** Mounts or opens what others read from. Closed with the app. */
  serve(app: FastifyInstance): Promise<void>;
}

/** Measures what the operator has asked for, and nothing else: what is not configured costs nothing. */
export function startObservation(env: Env, sources: MetricSources): Observation {
  const metrics = wantsMetrics(env) ? createMetrics(sources) : null;

  async function aroundJob(queue: string, work: () => Promise<void>): Promise<void> {
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
    followRequests: (app) => followRequests(app, (request) => metrics?.observeRequest(request)),
    aroundJob,
    countMail: (outcome) => metrics?.countMail(outcome),
    serve: async (app) => {
      if (metrics) await serveMetrics(app, metrics, env);
    },
  };
}
