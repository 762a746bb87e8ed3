import type { ImportKind } from "contract/imports/rules.ts";
import type { FileImport } from "contract/imports/schema.ts";
import type { FastifyInstance } from "fastify";
import { expect } from "vitest";
import { untilFound } from "./eventually.ts";

type Headers = Record<string, string>;

/** The calls of a test that imports files, as the panel makes them. */
export function importCalls(app: FastifyInstance, headers: Headers) {
  async function call(method: "GET" | "POST" | "PUT" | "DELETE", path: string, payload?: object | Buffer) {
    const type = Buffer.isBuffer(payload) && { "content-type": "application/octet-stream" };
    const url = `/api/admin/catalogue/imports/${path}`;
    const response = await app.inject({ method, url, headers: { ...headers, ...type }, payload });
    const isJson = response.headers["content-type"]?.startsWith("application/json");
    return { status: response.statusCode, body: isJson ? response.json() : null, text: response.body, response };
  }

  async function create(kind: ImportKind, name: string, size: number): Promise<FileImport> {
    const { status, body } = await call("POST", kind, { name, size });
    expect({ status, body }).toMatchObject({ status: 201 });
    return body.import;
  }

  async function upload(kind: ImportKind, name: string, content: string | Buffer): Promise<FileImport> {
    const bytes = Buffer.from(content);
    const { id } = await create(kind, name, bytes.length);
    return (await call("PUT", `${kind}/${id}/content?offset=0`, bytes)).body.import;
  }

  /** Requests a step of a worker; returns the import once it has an outcome. */
  async function requestStep(
    kind: ImportKind,
    id: number,
    what: "check" | "apply" | "undo",
    options: object = {},
  ): Promise<FileImport> {
    const { status, body } = await call("POST", `${kind}/${id}/${what}`, what === "check" ? options : undefined);
    expect({ status, body }).toMatchObject({ status: 202 });
    return untilFound(async () => {
      const one = (await call("GET", `${kind}/${id}`)).body.import as FileImport;
      return ["checking", "applying", "undoing"].includes(one.state) ? null : one;
    }) as Promise<FileImport>;
  }

  async function bring(
    kind: ImportKind,
    name: string,
    content: string | Buffer,
    options: object = {},
  ): Promise<FileImport> {
    const { id } = await upload(kind, name, content);
    expect(await requestStep(kind, id, "check", options)).toMatchObject({ state: "checked", problem: null });
    return requestStep(kind, id, "apply");
  }

  return { call, create, upload, requestStep, bring };
}

export const jsonLines = (rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");
