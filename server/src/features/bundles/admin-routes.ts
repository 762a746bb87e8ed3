import type { ListHistory } from "contract/audit/schema.ts";
import { bundleEndpoints as endpoints } from "contract/bundles/api.ts";
import type { FastifyInstance } from "fastify";
import type { Db } from "../../platform/db/connect.ts";
import { bind, callerOf } from "../../platform/http/bind.ts";
import { changeBundle, createBundle, deleteBundle } from "./commands.ts";
import { toAdminBundle, toBundleReading, toBundleRow } from "./present.ts";
import { listAllBundles, listReadings, requireBundle } from "./queries.ts";

export interface BundleAdminOptions {
  db: Db;
  listHistory: ListHistory;
}

export function bundleAdminRoutes(app: FastifyInstance, { db, listHistory }: BundleAdminOptions): void {
  bind(app, endpoints.listAdminBundles, async ({ query: { page, limit, ...filters } }) => {
    const { rows, total } = await listAllBundles(db, filters, { limit, offset: (page - 1) * limit, now: new Date() });
    return { bundles: rows.map(toBundleRow), total };
  });

  bind(app, endpoints.listBundleReadings, async ({ query: { page, limit } }) => {
    const { readings, total } = await listReadings(db, { limit, offset: (page - 1) * limit });
    return { readings: readings.map(toBundleReading), total };
  });

  bind(app, endpoints.getAdminBundle, async ({ params }) => ({
    bundle: toAdminBundle(await requireBundle(db, params.id, new Date())),
  }));

  bind(app, endpoints.createBundle, async ({ body }, context) => ({
    bundle: await createBundle(db, callerOf(context), body, new Date()),
  }));

  bind(app, endpoints.updateBundle, async ({ params, body: { base_version, ...fields } }, context) => {
    const edit = { fields, baseVersion: base_version };
    return { bundle: await changeBundle(db, callerOf(context), params.id, edit, new Date()) };
  });

  bind(app, endpoints.deleteBundle, ({ params }, context) =>
    deleteBundle(db, callerOf(context), params.id, new Date()),
  );

  bind(app, endpoints.bundleHistory, ({ params, query: { page, limit } }) =>
    listHistory(params.id, { limit, offset: (page - 1) * limit }),
  );
}
