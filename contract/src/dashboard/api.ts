import { z } from "zod";
import { User } from "../accounts/schema.ts";
import { AuditEntry } from "../audit/schema.ts";
import { endpoint } from "../endpoint.ts";
import { Permission } from "../roles/schema.ts";

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
      games: z.number().int().meta({ description: "Beyond 100,000, about" }),
      offers: z.number().int().meta({ description: "Beyond 100,000, about" }),
      history_rows_estimate: z.number().int(),
      polls: z.array(
        z.object({
          store: z.string().meta({ description: "What was read: a store, or what else tells of its prices" }),
          finished_at: z.string().nullable(),
          state: z.string(),
          seen: z.number().int(),
          changed: z.number().int(),
          refused: z.number().int(),
        }),
      ),
    }),
  })
  .meta({ id: "DashboardStats" });
export type DashboardStats = z.output<typeof DashboardStats>;

export const dashboardEndpoints = {
  dashboardMe: endpoint("GET /api/admin/dashboard/me", {
    summary: "The administrator who asks, with what they may do",
    access: "admin",
    response: z.object({ user: User, permissions: z.array(Permission) }),
  }),
  dashboardStats: endpoint("GET /api/admin/dashboard/stats", {
    summary: "What the site holds and what happened lately",
    access: "admin",
    response: DashboardStats,
  }),
};
