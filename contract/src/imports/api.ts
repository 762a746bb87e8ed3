import { z } from "zod";
import { endpoint } from "../core/endpoint.ts";
import { Id, pageQuery, wholeNumber } from "../core/parameters.ts";
import { type ImportKind, maxUploadBytes } from "./rules.ts";
import { FileImport, GamesOptions, NewImport, PricesOptions } from "./schema.ts";

const base = "/api/admin/catalogue/imports";
const byId = z.object({ id: Id });
const OneImport = z.object({ import: FileImport });

/** Each kind of file has its own calls, because each has its own permission. */
function endpointsOf<const Kind extends ImportKind, Options extends z.ZodType>(
  kind: Kind,
  area: "catalogue" | "prices",
  options: Options,
) {
  const [read, write] = [`${area}.read`, `${area}.write`] as const;
  return {
    list: endpoint(`GET ${base}/${kind}`, {
      summary: "List imports, latest first",
      access: read,
      query: z.object(pageQuery),
      response: z.object({ imports: z.array(FileImport), total: z.number().int() }),
    }),
    get: endpoint(`GET ${base}/${kind}/{id}`, {
      summary: "Get an import with the number of bytes received",
      access: read,
      params: byId,
      response: OneImport,
    }),
    create: endpoint(`POST ${base}/${kind}`, {
      summary: "Start an upload; 200 with the existing import if the caller is already uploading the same file",
      access: write,
      body: NewImport,
      response: OneImport,
      status: 201,
      otherStatus: 200,
      errors: ["conflict"],
    }),
    upload: endpoint(`PUT ${base}/${kind}/{id}/content`, {
      summary: "Upload bytes of the file from `offset` on; only by the user who started the upload",
      access: write,
      params: byId,
      query: z.object({
        offset: wholeNumber(0, maxUploadBytes).meta({ description: "The import's `received`; otherwise 409" }),
      }),
      response: OneImport,
      accepts: "stream",
      errors: ["stale", "conflict"],
    }),
    check: endpoint(`POST ${base}/${kind}/{id}/check`, {
      summary: "Check in the background what an uploaded file would change",
      access: write,
      params: byId,
      body: options,
      response: OneImport,
      status: 202,
      errors: ["conflict"],
    }),
    apply: endpoint(`POST ${base}/${kind}/{id}/apply`, {
      summary: "Import a checked file in the background",
      access: write,
      params: byId,
      response: OneImport,
      status: 202,
      errors: ["conflict"],
    }),
    undo: endpoint(`POST ${base}/${kind}/{id}/undo`, {
      summary: "Undo the latest import of its kind in the background; values changed since are kept",
      access: write,
      params: byId,
      response: OneImport,
      status: 202,
      errors: ["conflict"],
    }),
    rejected: endpoint(`GET ${base}/${kind}/{id}/rejected`, {
      summary: "Export the rejected rows with reasons as CSV",
      access: read,
      params: byId,
      format: "csv",
    }),
    remove: endpoint(`DELETE ${base}/${kind}/{id}`, {
      summary: "Delete an import that has changed nothing, and its file",
      access: write,
      params: byId,
      errors: ["conflict"],
    }),
  };
}

export const importEndpoints = {
  games: endpointsOf("games", "catalogue", GamesOptions),
  prices: endpointsOf("prices", "prices", PricesOptions),
};
