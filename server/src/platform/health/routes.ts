import { healthEndpoints } from "contract/health/api.ts";
import type { FastifyInstance } from "fastify";
import { bind } from "../http/bind.ts";
import type { ProcessName } from "../process/process-name.ts";

/** A process serves visitors once it is `ready`, and while it stops. */
export type Phase = "starting" | "ready" | "stopping";

export interface HealthSupport {
  version: string;
  name: ProcessName;
  /** Rejects when the database is unreachable. */
  pingDatabase(): Promise<unknown>;
  /** Since when changes may have been missed, in ms since 1970; `null` = none was. */
  staleSince(): number | null;
  isUnreachable(): boolean;
  phase(): Phase;
}

const pingTimeoutMs = 2_000;

/**
 * How long a process without the database counts as ready. 0 would take the site down when all processes lose it, but
 * a single one that is cut off must not serve old prices forever.
 */
const staleTimeoutMs = 5 * 60_000;

export function healthRoutes(app: FastifyInstance, support: HealthSupport): void {
  const { version, name, pingDatabase, staleSince, isUnreachable, phase } = support;

  bind(app, healthEndpoints.health, async (_, { setStatus }) => {
    const alive = await respondsInTime(pingDatabase());
    if (!alive) setStatus(503);
    const state = alive ? "ok" : "unavailable";
    return { status: state, version, uptime_seconds: Math.floor(process.uptime()), database: state } as const;
  });

  bind(app, healthEndpoints.ready, (_, { setStatus }) => {
    const staleMs = Date.now() - (staleSince() ?? Date.now());
    const now = phase();
    const status = now === "ready" && staleMs >= staleTimeoutMs ? "unavailable" : now;
    if (status !== "ready") setStatus(503);
    return {
      status,
      database: isUnreachable() ? "unavailable" : "ok",
      stale_seconds: Math.round(staleMs / 1_000),
      role: name.role,
      process: name.id,
    } as const;
  });
}

async function respondsInTime(ping: Promise<unknown>): Promise<boolean> {
  const responded = Promise.withResolvers<boolean>();
  const timer = setTimeout(responded.resolve, pingTimeoutMs, false);
  ping.then(
    () => responded.resolve(true),
    () => responded.resolve(false),
  );
  return responded.promise.finally(() => clearTimeout(timer));
}
