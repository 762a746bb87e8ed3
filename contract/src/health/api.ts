import { z } from "zod";
import { endpoint } from "../endpoint.ts";

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
  }),
  ready: endpoint("GET /api/ready", {
    summary: "Whether a proxy should send visitors to this process; 503 when not",
    access: "public",
    response: z.object({
      status: z.enum(["ready", "unavailable"]),
      stale_seconds: z.number().meta({ description: "Since when changes may have been missed; 0 = none was" }),
    }),
  }),
};
