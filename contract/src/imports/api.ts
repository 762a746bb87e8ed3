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
      summary: "The imports of such files, the latest first",
      access: read,
      query: z.object(pageQuery),
      response: z.object({ imports: z.array(FileImport), total: z.number().int() }),
    }),
    get: endpoint(`GET ${base}/${kind}/{id}`, {
      summary: "An import, with how much of its file has arrived",
      access: read,
      params: byId,
      response: OneImport,
    }),
    create: endpoint(`POST ${base}/${kind}`, {
      summary: "Announces a file; a 200 with the import where the caller was sending the same file already",
      access: write,
      body: NewImport,
      response: OneImport,
      status: 201,
      otherStatus: 200,
      errors: ["conflict"],
    }),
    upload: endpoint(`PUT ${base}/${kind}/{id}/content`, {
      summary: "The bytes of the file from `offset` on, from the user who announced it; those that arrive count",
      access: write,
      params: byId,
      query: z.object({
        offset: wholeNumber(0, maxUploadBytes).meta({ description: "`received` of the import; else it is a 409" }),
      }),
      response: OneImport,
      accepts: "stream",
      errors: ["stale", "conflict"],
    }),
    check: endpoint(`POST ${base}/${kind}/{id}/check`, {
      summary: "Has a worker find out what the file would change, and change nothing",
      access: write,
      params: byId,
      body: options,
      response: OneImport,
      status: 202,
      errors: ["conflict"],
    }),
    apply: endpoint(`POST ${base}/${kind}/{id}/apply`, {
      summary: "Has a worker bring the file in, as it was checked",
      access: write,
      params: byId,
      response: OneImport,
      status: 202,
      errors: ["conflict"],
    }),
    undo: endpoint(`POST ${base}/${kind}/{id}/undo`, {
      summary: "Has a worker take back what the latest import of its kind has changed, unless it was changed since",
      access: write,
      params: byId,
      response: OneImport,
      status: 202,
      errors: ["conflict"],
    }),
    rejected: endpoint(`GET ${base}/${kind}/{id}/rejected`, {
      summary: "The rows that stay out, and why, as a CSV file",
      access: read,
      params: byId,
      format: "csv",
    }),
    remove: endpoint(`DELETE ${base}/${kind}/{id}`, {
      summary: "Deletes an import that changes nothing, with its file",
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
