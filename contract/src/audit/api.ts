import { z } from "zod";
import { endpoint } from "../core/endpoint.ts";
import { SortOrder, wholeNumber } from "../core/parameters.ts";
import { AuditEntry } from "./schema.ts";

/** A day or a time, ISO 8601; an `end_date` without a time includes the whole day, in UTC (spec/api 4.4). */
const Moment = z.union([z.iso.date(), z.iso.datetime({ offset: true })], { error: "Must be an ISO 8601 date" });

/** Shared with the export: the file contains what the list shows. */
const filters = {
  search: z.string().trim().max(200).default(""),
  user: z.string().max(100).optional(),
  action: z.string().max(50).optional(),
  resource_type: z.string().max(50).optional(),
  start_date: Moment.optional(),
  end_date: Moment.optional(),
  sortBy: z.enum(["performed_at", "username", "action", "resource_type", "description"]).default("performed_at"),
  sortOrder: SortOrder.default("DESC"),
};

export const auditEndpoints = {
  listAudit: endpoint("GET /api/admin/dashboard/audit", {
    summary: "List audit log entries",
    access: "audit.read",
    query: z.object({
      page: wholeNumber(1, 1_000_000_000).default(1),
      limit: wholeNumber(1, 100).default(50),
      ...filters,
    }),
    response: z.object({ logs: z.array(AuditEntry), total: z.number().int() }),
  }),
  auditFilters: endpoint("GET /api/admin/dashboard/audit/filters", {
    summary: "List the users, actions and resources in the audit log",
    access: "audit.read",
    response: z.object({ users: z.array(z.string()), actions: z.array(z.string()), resources: z.array(z.string()) }),
  }),
  exportAudit: endpoint("GET /api/admin/dashboard/audit/export", {
    summary: "Export the audit log as `audit-logs-YYYY-MM-DD.csv`. Requires a recent re-authentication",
    access: "audit.export",
    errors: ["reauthentication_required"],
    query: z.object({ ...filters, format: z.enum(["csv"]).default("csv") }),
    format: "csv",
  }),
};
