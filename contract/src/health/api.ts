import { z } from "zod";
import { endpoint } from "../core/endpoint.ts";

/** What a process does: serve visitors, run jobs, or both. */
export const ProcessRole = z.enum(["all", "web", "worker"]);

export const healthEndpoints = {
  health: endpoint("GET /api/health", {
    summary: "Check that the site and its database respond; 503 if not",
    access: "public",
    response: z.object({
      status: z.enum(["ok", "unavailable"]),
      version: z.string(),
      uptime_seconds: z.number(),
      database: z.enum(["ok", "unavailable"]),
    }),
    otherStatus: 503,
  }),
  ready: endpoint("GET /api/ready", {
    summary: "Check readiness for traffic; 503 if not ready",
    access: "public",
    response: z.object({
      status: z.enum(["starting", "ready", "stopping", "unavailable"]),
      database: z
        .enum(["ok", "unavailable"])
        .meta({ description: "A process without its database stays ready for some minutes" }),
      stale_seconds: z.number().meta({ description: "Seconds for which changes may have been missed; 0 = none" }),
      role: ProcessRole,
      process: z.string().meta({ description: "Name of the responding process; changes at every start" }),
    }),
    otherStatus: 503,
  }),
};
