import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { ProcessRole } from "../health/api.ts";

const seconds = z.number().nonnegative();
const count = z.number().int().nonnegative();

export const SiteStatus = z
  .object({
    version: z.string(),
    role: ProcessRole,
    process: z.string().meta({ description: "Which of several processes answered; another name at every start" }),
    uptime_seconds: seconds,
    database: z.object({
      version: z.string().meta({ description: "PostgreSQL's" }),
      size_bytes: count,
      answer_ms: z.number().meta({ description: "How long it took to answer just now" }),
      connections: z.object({ busy: count, idle: count, waiting: count }),
    }),
    catalogue: z.object({
      games: count,
      changed_at: z.string(),
      built_at: z.string(),
      stale_seconds: seconds.meta({ description: "For how long changes may have been missed; 0 = none was" }),
    }),
    queues: z.array(
      z.object({
        queue: z.string(),
        waiting: count,
        active: count,
        failed: count,
        oldest_seconds: seconds.meta({ description: "Since the job that waits longest was added" }),
      }),
    ),
    polls: z.array(z.object({ source: z.string(), state: z.string(), started_at: z.string() })),
    disk: z
      .object({ free_bytes: count, total_bytes: count })
      .nullable()
      .meta({ description: "Where the data folder lies; null when the system does not tell" }),
  })
  .meta({ id: "SiteStatus" });
export type SiteStatus = z.output<typeof SiteStatus>;

export const statusEndpoints = {
  siteStatus: endpoint("GET /api/admin/dashboard/status", {
    summary: "How the process that answers, its database and its queues are",
    access: "admin",
    response: SiteStatus,
  }),
};
