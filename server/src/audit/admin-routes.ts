import { auditEndpoints } from "contract/audit/api.ts";
import { rangeEnd, rangeStart } from "contract/audit/rules.ts";
import type { FastifyInstance } from "fastify";
import type { z } from "zod";
import type { Db } from "../db/connect.ts";
import { bind, callerId } from "../http/bind.ts";
import { recordChange } from "./commands.ts";
import { exportEntries } from "./export.ts";
import { toAuditEntry } from "./present.ts";
import { listEntries } from "./queries.ts";
import type { AuditTrail } from "./snapshot.ts";
import type { AuditPart } from "./snapshot-find.ts";

type Query = z.output<typeof auditEndpoints.exportAudit.query>;

export function auditAdminRoutes(app: FastifyInstance, db: Db, trail: AuditTrail): void {
  const find = (
    { search, user, action, resource_type, start_date, end_date, sortBy, sortOrder }: Omit<Query, "format">,
    part?: AuditPart,
  ) =>
    trail.find(
      { search, user, action, resourceType: resource_type, from: rangeStart(start_date), until: rangeEnd(end_date) },
      { sort: sortBy, order: sortOrder },
      part,
    );

  bind(app, auditEndpoints.listAudit, async ({ query: { page, limit, ...query } }) => {
    const { ids, total } = await find(query, { limit, offset: (page - 1) * limit });
    return { logs: (await listEntries(db, [...ids])).map(toAuditEntry), total };
  });

  bind(app, auditEndpoints.auditFilters, () => trail.choices());

  bind(app, auditEndpoints.exportAudit, async ({ query: { format, ...query } }, context) => {
    const { ids, total } = await find(query);
    const fileName = `audit-logs-${new Date().toISOString().slice(0, 10)}.csv`;
    await recordChange(
      db,
      { userId: callerId(context) },
      {
        action: "EXPORT",
        resourceType: "audit_log",
        resourceKey: fileName,
        description: `Exported ${total} audit ${total === 1 ? "entry" : "entries"}`,
        details: query,
      },
    );
    context.setHeader("content-disposition", `attachment; filename="${fileName}"`);
    return exportEntries(db, ids);
  });
}
