import { siteConfigEndpoints as endpoints } from "contract/site-config/api.ts";
import type { FastifyInstance } from "fastify";
import type { Db } from "../../platform/db/connect.ts";
import { bind, callerOf } from "../../platform/http/bind.ts";
import { changeConfig, changeConfigs, createConfig, deleteConfig } from "./commands-admin.ts";
import { toSiteConfig } from "./present.ts";
import { listConfigCategories, listConfigs, requireConfig } from "./queries.ts";

export function siteConfigAdminRoutes(app: FastifyInstance, db: Db): void {
  bind(app, endpoints.listConfigs, async ({ query }) => ({
    configs: (await listConfigs(db, query)).map(toSiteConfig),
  }));

  bind(app, endpoints.configCategories, async () => ({ categories: await listConfigCategories(db) }));

  bind(app, endpoints.getConfig, async ({ params }) => ({ config: toSiteConfig(await requireConfig(db, params.key)) }));

  bind(
    app,
    endpoints.bulkUpdateConfigs,
    async ({ body }, context) => {
      const edits = body.configs.map(({ base_version, ...edit }) => ({ ...edit, baseVersion: base_version }));
      return { configs: (await changeConfigs(db, callerOf(context), edits, new Date())).map(toSiteConfig) };
    },
    { form: true },
  );

  bind(
    app,
    endpoints.updateConfig,
    async ({ params, body: { value, base_version } }, context) => {
      const edit = { value, baseVersion: base_version };
      return { config: toSiteConfig(await changeConfig(db, callerOf(context), params.key, edit, new Date())) };
    },
    { form: true },
  );

  bind(
    app,
    endpoints.createConfig,
    async ({ body }, context) => ({
      config: toSiteConfig(await createConfig(db, callerOf(context), body, new Date())),
    }),
    { form: true },
  );

  bind(app, endpoints.deleteConfig, ({ params }, context) => deleteConfig(db, callerOf(context), params.key));
}
