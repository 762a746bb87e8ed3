import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { openApiDocument } from "../../platform/api-docs/openapi.ts";
import { undeclared } from "./undeclared.ts";

const document = openApiDocument("0.0.0", "https://prices.test");

// Checks types, names and values, but no formats.
const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema(document, "document");

/** Fails tests in which the app sends a status or body that the OpenAPI document does not declare. */
export function checkAgainstDocument(app: FastifyInstance): void {
  app.addHook("onSend", async (request, reply, payload) => {
    const problem = findProblem(request, reply, payload);
    if (problem) undeclared.push(problem);
  });
}

function findProblem(
  { method, routeOptions, raw }: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): string | null {
  const path = routeOptions.url?.replaceAll(/:(\w+)/g, "{$1}") ?? "";
  const operation = method === "HEAD" ? "get" : method.toLowerCase();
  const responses = document.paths[path]?.[operation]?.responses;
  const status = reply.statusCode;
  // A wrong method is not the documented call, and internal errors are not documented.
  if (!responses || status === 405 || status === 500) return null;
  const name = `${method} ${path} ${status}`;
  const response = responses[status];
  if (!response) return `${name} (${raw.url}) is not declared; add it to "errors" of the endpoint`;
  if (method === "HEAD" || typeof payload !== "string" || payload === "") return null;
  const type = String(reply.getHeader("content-type")).split(";")[0]!;
  if (type !== "application/json" && response.content?.[type]) return null;
  if (!response.content?.[type]) return response.content ? null : `${name} has an undeclared body`;
  const at = ["paths", path, operation, "responses", String(status), "content", type, "schema"];
  const validate = validatorOf(at, response.content[type].schema);
  if (validate(JSON.parse(payload))) return null;
  return `${name} has a body that differs from the declaration: ${ajv.errorsText(validate.errors)}`;
}

const validators = new Map<string, ValidateFunction>();

/** Most calls have the same errors, and to compile a schema takes milliseconds. */
const validatorsByText = new Map<string, ValidateFunction>();

function validatorOf(path: string[], schema: unknown): ValidateFunction {
  const pointer = path.map((part) => encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"))).join("/");
  let validate = validators.get(pointer);
  if (!validate) {
    const text = JSON.stringify(schema);
    validate = validatorsByText.get(text) ?? ajv.compile({ $ref: `document#/${pointer}` });
    validatorsByText.set(text, validate);
    validators.set(pointer, validate);
  }
  return validate;
}
