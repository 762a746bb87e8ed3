import { healthEndpoints } from "contract/health/api.ts";
import type { FastifyInstance } from "fastify";
import { bind } from "../http/bind.ts";
import type { ProcessName } from "../process-name.ts";

/** Where a process is between its start and its end. It answers visitors from `ready` on, to the last moment. */
export type Phase = "starting" | "ready" | "stopping";

export interface HealthSupport {
  version: string;
  name: ProcessName;
  /** Resolves when the database answers, rejects when not. */
  pingDatabase(): Promise<unknown>;
  /** Since when this process may have missed changes, in ms since 1970; `null` = it knows everything. */
  staleSince(): number | null;
  /** Whether the database is known not to answer. */
  isAway(): boolean;
  /** The last change of each topic that this process knows. */
  versions(): Record<string, number>;
  phase(): Phase;
}

/** What a database that is there takes for an answer, and much more. */
const pingPatienceMs = 2_000;

/**
 * How long a process that has lost the database still counts as ready. Sending visitors elsewhere at once would end the
 * site for everybody when the database is away for all; but a process that alone is cut off must not show old prices for ever.
 */
const stalePatienceMs = 5 * 60_000;

export function healthRoutes(app: FastifyInstance, support: HealthSupport): void {
  const { version, name, pingDatabase, staleSince, isAway, versions, phase } = support;

  bind(app, healthEndpoints.health, async (_, { setStatus }) => {
    const alive = await answersInTime(pingDatabase());
    if (!alive) setStatus(503);
    const state = alive ? "ok" : "unavailable";
    return { status: state, version, uptime_seconds: Math.floor(process.uptime()), database: state } as const;
  });

  bind(app, healthEndpoints.ready, (_, { setStatus }) => {
    const staleMs = Date.now() - (staleSince() ?? Date.now());
    const now = phase();
    const status = now === "ready" && staleMs >= stalePatienceMs ? "unavailable" : now;
    if (status !== "ready") setStatus(503);
    return {
      status,
      database: isAway() ? "unavailable" : "ok",
      stale_seconds: Math.round(staleMs / 1_000),
      changes: versions(),
      role: name.role,
      process: name.id,
    } as const;
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
