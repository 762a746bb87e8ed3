import { auditEndpoints } from "contract/audit/api.ts";
import { rangeEnd, rangeStart } from "contract/audit/rules.ts";
import type { FastifyInstance } from "fastify";
import type { z } from "zod";
import type { Db } from "../../platform/db/connect.ts";
import { bind, callerId } from "../../platform/http/bind.ts";
import { recordChange } from "./commands.ts";
import { exportEntries, toAuditEntry } from "./present.ts";
import { type AuditFilters, countEntries, listEntries, listEntryIds, listFilterValues } from "./queries.ts";

type Query = Omit<z.output<typeof auditEndpoints.exportAudit.query>, "format">;

function toFilters({ search, user, action, resource_type, start_date, end_date }: Query): AuditFilters {
  return { search, user, action, resourceType: resource_type, from: rangeStart(start_date), until: rangeEnd(end_date) };
}

export interface AuditOptions {
  db: Db;
  /** Throws `reauthentication_required` unless the caller's identity was confirmed recently. */
  requireRecentSignIn(token: string | null): Promise<void>;
}

export function auditAdminRoutes(app: FastifyInstance, { db, requireRecentSignIn }: AuditOptions): void {
  bind(app, auditEndpoints.listAudit, async ({ query: { page, limit, ...query } }) => {
    const filters = toFilters(query);
    const [ids, total] = await Promise.all([
      listEntryIds(db, filters, { sort: query.sortBy, order: query.sortOrder, limit, offset: (page - 1) * limit }),
      countEntries(db, filters),
    ]);
    return { logs: (await listEntries(db, ids)).map(toAuditEntry), total };
  });

  bind(app, auditEndpoints.auditFilters, () => listFilterValues(db));

  bind(app, auditEndpoints.exportAudit, async ({ query: { format, ...query } }, context) => {
    await requireRecentSignIn(context.token);
    const ids = await listEntryIds(db, toFilters(query), { sort: query.sortBy, order: query.sortOrder });
    const fileName = `audit-logs-${new Date().toISOString().slice(0, 10)}.csv`;
    await recordChange(
      db,
      { userId: callerId(context) },
      {
        action: "EXPORT",
        resourceType: "audit_log",
        resourceKey: fileName,
        description: `Exported ${ids.length} audit ${ids.length === 1 ? "entry" : "entries"}`,
        details: query,
      },
    );
    context.setHeader("content-disposition", `attachment; filename="${fileName}"`);
    return exportEntries(db, ids);
  });
}
