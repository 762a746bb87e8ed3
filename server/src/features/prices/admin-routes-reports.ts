import { reportEndpoints as endpoints } from "contract/prices/report-api.ts";
import type { SiteSettings } from "contract/site-config/defaults.ts";
import type { FastifyInstance } from "fastify";
import type { Db } from "../../platform/db/connect.ts";
import { bind, callerOf } from "../../platform/http/bind.ts";
import type { SecretKey } from "../../platform/process/secret-key.ts";
import { settleReports } from "./reports/commands-reports.ts";
import { listReports } from "./reports/queries-reports.ts";

export interface ReportOptions {
  db: Db;
  secretKey: SecretKey;
  settings: { value(): SiteSettings };
  storeName(key: string): string;
}

export function reportAdminRoutes(app: FastifyInstance, { db, secretKey, settings, storeName }: ReportOptions): void {
  bind(app, endpoints.listReports, ({ query: { page, limit, state } }, { viewer }) => {
    const withMessages = viewer?.permissions.has("users.read") ?? false;
    return listReports(db, { state, offset: (page - 1) * limit, limit, withMessages });
  });

  bind(app, endpoints.settleReports, ({ params, body }, context) =>
    settleReports(db, callerOf(context), params, body, {
      secretKey,
      storeName: storeName(params.store),
      replyTo: settings.value()["contact.email"],
      now: new Date(),
    }),
  );
}
