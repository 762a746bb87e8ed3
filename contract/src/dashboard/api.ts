import { z } from "zod";
import { User } from "../accounts/schema.ts";
import { AuditEntry } from "../audit/schema.ts";
import { endpoint } from "../core/endpoint.ts";
import { ProcessRole } from "../health/api.ts";
import { LanguageTag } from "../languages/schema.ts";
import { Permission } from "../roles/schema.ts";

/** A source of prices or games that failed three times in a row. */
export const FailingSource = z
  .object({ key: z.string(), name: z.string(), failures: z.number().int(), problem: z.string() })
  .meta({ id: "FailingSource" });
export type FailingSource = z.output<typeof FailingSource>;

export const DashboardStats = z
  .object({
    stats: z.object({
      contentStrings: z.number().int(),
      contentCategories: z.number().int(),
      siteConfigs: z.number().int(),
      adminUsers: z.number().int(),
      recentChanges: z.number().int().meta({ description: "In the last 7 days" }),
    }),
    recentActivity: z.array(AuditEntry).meta({ description: "The 5 latest; empty without `audit.read`" }),
    categoryCounts: z.array(z.object({ category: z.string(), count: z.number().int() })),
    data: z.object({
      games: z.number().int().meta({ description: "Approximate above 100,000" }),
      offers: z.number().int().meta({ description: "Approximate above 100,000" }),
      history_rows_estimate: z.number().int(),
      polls: z.array(
        z.object({
          store: z.string().meta({ description: "A store or another source of prices" }),
          finished_at: z.string().nullable(),
          state: z.string(),
          seen: z.number().int(),
          changed: z.number().int(),
          refused: z.number().int(),
        }),
      ),
      failing: z.array(FailingSource).meta({ description: "Empty without `sources.read`" }),
    }),
  })
  .meta({ id: "DashboardStats" });
export type DashboardStats = z.output<typeof DashboardStats>;

const seconds = z.number().nonnegative();
const count = z.number().int().nonnegative();

export const SiteStatus = z
  .object({
    version: z.string(),
    newer_version: z.string().nullable().meta({ description: "A release to upgrade to; null = none is known" }),
    role: ProcessRole,
    process: z.string().meta({ description: "Name of the responding process; changes at every start" }),
    uptime_seconds: seconds,
    database: z.object({
      version: z.string().meta({ description: "PostgreSQL version" }),
      size_bytes: count,
      answer_ms: z.number().meta({ description: "Response time of the latest check" }),
      connections: z.object({ busy: count, idle: count, waiting: count }),
    }),
    catalogue: z.object({
      games: count,
      changed_at: z.string(),
      built_at: z.string(),
      stale_seconds: seconds.meta({ description: "Seconds for which changes may have been missed; 0 = none" }),
    }),
    queues: z.array(
      z.object({
        queue: z.string(),
        waiting: count,
        active: count,
        failed: count,
        oldest_seconds: seconds.meta({ description: "Age of the oldest waiting job" }),
      }),
    ),
    polls: z.array(z.object({ source: z.string(), state: z.string(), started_at: z.string() })),
    disk: z
      .object({ free_bytes: count, total_bytes: count })
      .nullable()
      .meta({ description: "The data folder; null if the system does not report it" }),
  })
  .meta({ id: "SiteStatus" });
export type SiteStatus = z.output<typeof SiteStatus>;

const TranslatedLanguages = z
  .array(LanguageTag)
  .nullable()
  .meta({ description: "The languages that `content.translate` covers; `null` = all" });

export const dashboardEndpoints = {
  dashboardMe: endpoint("GET /api/admin/dashboard/me", {
    summary: "Get the calling administrator and their permissions",
    access: "admin",
    response: z.object({ user: User, permissions: z.array(Permission), languages: TranslatedLanguages }),
  }),
  dashboardStats: endpoint("GET /api/admin/dashboard/stats", {
    summary: "Get counts of the site's data and recent activity",
    access: "admin",
    response: DashboardStats,
  }),
  siteStatus: endpoint("GET /api/admin/dashboard/status", {
    summary: "Get the state of the responding process, its database and its queues",
    access: "admin",
    response: SiteStatus,
  }),
};
