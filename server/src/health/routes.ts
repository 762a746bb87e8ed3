import { healthEndpoints } from "contract/health/api.ts";
import type { FastifyInstance } from "fastify";
import { bind } from "../http/bind.ts";

export interface HealthSupport {
  version: string;
  /** Resolves when the database answers, rejects when not. */
  pingDatabase(): Promise<unknown>;
  /** Since when this process may have missed changes, in ms since 1970; `null` = it knows everything. */
  staleSince(): number | null;
}

/** What a database that is there takes for an answer, and much more. */
const pingPatienceMs = 2_000;

/**
 * How long a process that has lost the database still counts as ready. Sending visitors elsewhere at once would end the
 * site for everybody when the database is away for all; but a process that alone is cut off must not show old prices for ever.
 */
const stalePatienceMs = 5 * 60_000;

export function healthRoutes(app: FastifyInstance, { version, pingDatabase, staleSince }: HealthSupport): void {
  bind(app, healthEndpoints.health, async (_, { setStatus }) => {
    const alive = await answersInTime(pingDatabase());
    if (!alive) setStatus(503);
    const state = alive ? "ok" : "unavailable";
    return { status: state, version, uptime_seconds: Math.floor(process.uptime()), database: state } as const;
  });

  // asked for only once the process listens, and by then it holds the catalogue
  bind(app, healthEndpoints.ready, (_, { setStatus }) => {
    const staleMs = Date.now() - (staleSince() ?? Date.now());
    const ready = staleMs < stalePatienceMs;
    if (!ready) setStatus(503);
    return { status: ready ? "ready" : "unavailable", stale_seconds: Math.round(staleMs / 1_000) } as const;
  });
}

async function answersInTime(ping: Promise<unknown>): Promise<boolean> {
  const answered = Promise.withResolvers<boolean>();
  const impatience = setTimeout(answered.resolve, pingPatienceMs, false);
  ping.then(
    () => answered.resolve(true),
    () => answered.resolve(false),
  );
  return answered.promise.finally(() => clearTimeout(impatience));
}
