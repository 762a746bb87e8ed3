import { contentStringEndpoints as endpoints } from "contract/content-strings/api.ts";
import type { FastifyInstance } from "fastify";
import type { Db } from "../../platform/db/connect.ts";
import { bind, callerOf } from "../../platform/http/bind.ts";
import { createString, deleteString, editString, editStrings, restoreVersion } from "./commands.ts";
import { importStrings } from "./commands-import.ts";
import { toContentString, toContentStringVersion, toExportedString, toImportResult } from "./present.ts";
import { countCategories, listAllStrings, listStrings, listVersions, requireString } from "./queries.ts";

export function contentStringAdminRoutes(app: FastifyInstance, db: Db): void {
  bind(app, endpoints.listStrings, async ({ query: { page, limit, sortBy, sortOrder, search, category } }) => {
    const part = { sort: sortBy, order: sortOrder, limit, offset: (page - 1) * limit };
    const { strings, total } = await listStrings(db, { search, category }, part);
    return { contentStrings: strings.map(toContentString), total };
  });

  bind(app, endpoints.stringCategories, async () => {
    const categoryCounts = await countCategories(db);
    return { categories: categoryCounts.map(({ category }) => category), categoryCounts };
  });

  bind(app, endpoints.exportStrings, async ({ query: { category } }, { setHeader }) => {
    const day = new Date().toISOString().slice(0, 10);
    setHeader("content-disposition", `attachment; filename="content-strings-${day}.json"`);
    return { strings: (await listAllStrings(db, { category })).map(toExportedString) };
  });

  bind(app, endpoints.importStrings, async ({ body: { strings, options } }, context) =>
    toImportResult(await importStrings(db, callerOf(context), strings, options, new Date())),
  );

  bind(
    app,
    endpoints.bulkUpdateStrings,
    async ({ body }, context) => {
      const edits = body.updates.map(({ id, current_value, base_version }) => ({
        id,
        value: current_value,
        baseVersion: base_version,
      }));
      const strings = await editStrings(db, callerOf(context), edits, new Date());
      return { strings: strings.map(toContentString) };
    },
    { form: true },
  );

  bind(app, endpoints.getString, async ({ params }) => ({
    string: toContentString(await requireString(db, params.id)),
  }));

  bind(
    app,
    endpoints.updateString,
    async ({ params, body: { current_value, category, base_version, change_reason } }, context) => {
      const edit = { value: current_value, category, baseVersion: base_version, reason: change_reason };
      return { string: toContentString(await editString(db, callerOf(context), params.id, edit, new Date())) };
    },
    { form: true },
  );

  bind(
    app,
    endpoints.createString,
    async ({ body: { current_value, ...created } }, context) => ({
      string: toContentString(
        await createString(db, callerOf(context), { ...created, value: current_value }, new Date()),
      ),
    }),
    { form: true },
  );

  bind(app, endpoints.deleteString, ({ params }, context) => deleteString(db, callerOf(context), params.id));

  bind(app, endpoints.stringHistory, async ({ params, query: { page, limit } }) => {
    await requireString(db, params.id);
    const { versions, total } = await listVersions(db, params.id, { limit, offset: (page - 1) * limit });
    return { history: versions.map(toContentStringVersion), total };
  });

  bind(app, endpoints.restoreString, async ({ params }, context) => ({
    string: toContentString(await restoreVersion(db, callerOf(context), params.id, params.versionId, new Date())),
  }));
}
