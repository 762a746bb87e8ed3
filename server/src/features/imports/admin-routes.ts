import { createReadStream } from "node:fs";
import { AppError } from "contract/core/errors.ts";
import { importEndpoints } from "contract/imports/api.ts";
import { type ImportKind, importKinds } from "contract/imports/rules.ts";
import type { FastifyInstance } from "fastify";
import type { Db } from "../../platform/db/connect.ts";
import { bind, callerOf } from "../../platform/http/bind.ts";
import { uploadFolder } from "./commands-files.ts";
import { mayWritePrices, requestApply, requestCheck, requestUndo } from "./commands-requests.ts";
import { createImport, deleteImport, receiveContent } from "./commands-upload.ts";
import { toFileImport } from "./present.ts";
import { listImports, requireImport } from "./queries.ts";

export interface ImportAdminOptions {
  db: Db;
  dataDir: string;
}

export function importAdminRoutes(app: FastifyInstance, options: ImportAdminOptions): void {
  for (const kind of importKinds) routesOf(app, kind, options);
}

function routesOf(app: FastifyInstance, kind: ImportKind, { db, dataDir }: ImportAdminOptions): void {
  const endpoints = importEndpoints[kind];
  const folder = uploadFolder(dataDir);
  const now = () => new Date();
  const read = async (id: number) => ({ import: toFileImport(await requireImport(db, kind, id)) });

  bind(app, endpoints.list, async ({ query: { page, limit } }) => {
    const { imports, total } = await listImports(db, kind, { limit, offset: (page - 1) * limit });
    return { imports: imports.map(toFileImport), total };
  });

  bind(app, endpoints.get, ({ params: { id } }) => read(id));

  bind(app, endpoints.create, async ({ body }, context) => {
    const { id, isNew } = await createImport(db, folder, callerOf(context), { ...body, kind }, now());
    if (!isNew) context.setStatus(200);
    return read(id);
  });

  bind(app, endpoints.upload, async ({ params: { id }, query: { offset } }, context) => {
    const upload = await requireImport(db, kind, id);
    await receiveContent(db, folder, callerOf(context), upload, { offset, content: context.content }, now);
    return read(id);
  });

  bind(app, endpoints.check, async ({ params: { id }, body }, context) => {
    const caller = callerOf(context);
    const options = "store" in body ? body : { ...body, prices: mayWritePrices(caller) };
    await requestCheck(db, caller, { kind, id, options }, now());
    return read(id);
  });

  bind(app, endpoints.apply, async ({ params: { id } }, context) => {
    await requestApply(db, callerOf(context), { kind, id }, now());
    return read(id);
  });

  bind(app, endpoints.undo, async ({ params: { id } }, context) => {
    await requestUndo(db, callerOf(context), { kind, id }, now());
    return read(id);
  });

  bind(app, endpoints.rejected, async ({ params: { id } }, context) => {
    const { rejectedRows, name } = await requireImport(db, kind, id);
    if (!rejectedRows) throw new AppError("not_found", "No row stays out");
    const file = `${name.replace(/[^\w.-]+/g, "-").slice(0, 100)}.rejected.csv`;
    context.setHeader("content-disposition", `attachment; filename="${file}"`);
    return createReadStream(folder.rejectedOf(id), "utf8") as AsyncIterable<string>;
  });

  bind(app, endpoints.remove, ({ params: { id } }, context) =>
    deleteImport(db, folder, callerOf(context), { kind, id }),
  );
}
