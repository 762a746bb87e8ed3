import { z } from "zod";
import { endpoint } from "../core/endpoint.ts";

/** What is examined, in display order. */
export const examined = [
  "database",
  "migrations",
  "clock",
  "disk",
  "memory",
  "node",
  "folders",
  "secret_key",
  "permissions",
  "demo",
  "address",
  "proxy",
  "mail",
  "jobs",
  "backups",
  "sources",
  "administrators",
] as const;

export const Finding = z
  .object({
    what: z.enum(examined),
    state: z.enum(["ok", "warning", "problem"]),
    found: z.string().meta({ description: "A sentence" }),
    advice: z.string().nullable().meta({ description: "What to do; `null` = nothing" }),
  })
  .meta({ id: "Finding" });
export type Finding = z.output<typeof Finding>;

export const doctorEndpoints = {
  doctor: endpoint("GET /api/admin/dashboard/doctor", {
    summary: "Examine the site's machine, settings and surroundings, with what to do about each problem",
    access: "config.read",
    response: z.object({ version: z.string(), findings: z.array(Finding) }),
  }),
};
