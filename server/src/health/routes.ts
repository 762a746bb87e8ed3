import { healthEndpoints } from "contract/health/api.ts";
import type { FastifyInstance } from "fastify";
import { bind } from "../http/bind.ts";

export interface HealthSupport {
  version: string;
  /** Resolves when the database answers, rejects when not. */
  pingDatabase(): Promise<unknown>;
}

export function healthRoutes(app: FastifyInstance, { version, pingDatabase }: HealthSupport): void {
  bind(app, healthEndpoints.health, async (_, { setStatus }) => {
    const alive = await pingDatabase().then(
      () => true,
      () => false,
    );
    if (!alive) setStatus(503);
    const state = alive ? "ok" : "unavailable";
    return { status: state, version, uptime_seconds: Math.floor(process.uptime()), database: state } as const;
  });
}
