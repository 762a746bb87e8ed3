import { z } from "zod";
import { endpoint } from "../core/endpoint.ts";

/** What a process does: serve visitors, run jobs, or both. */
export const ProcessRole = z.enum(["all", "web", "worker"]);

export const healthEndpoints = {
  health: endpoint("GET /api/health", {
    summary: "Whether the site and its database answer; 503 when not",
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
    summary: "Whether a proxy should send visitors to this process; 503 when not",
    access: "public",
    response: z.object({
      status: z.enum(["starting", "ready", "stopping", "unavailable"]),
      database: z
        .enum(["ok", "unavailable"])
        .meta({ description: "A process without its database stays ready for minutes" }),
      stale_seconds: z.number().meta({ description: "Since when changes may have been missed; 0 = none was" }),
      changes: z
        .record(z.string(), z.number())
        .meta({ description: "The last change of each kind of data that this process knows, to compare processes by" }),
      role: ProcessRole,
      process: z.string().meta({ description: "Which of several processes answers; another name at every start" }),
    }),
    otherStatus: 503,
  }),
};
