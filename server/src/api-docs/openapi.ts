import { endpoints } from "contract/api.ts";
import { brand } from "contract/brand.ts";
import type { Access, Endpoint } from "contract/endpoint.ts";
import { errorStatus } from "contract/errors.ts";
import { z } from "zod";

type Json = Record<string, unknown>;

const componentPath = "#/components/schemas/";

/** The OpenAPI 3.1 document of the whole API, made from the schemas that validate requests and answers. */
export function openApiDocument(version: string, publicUrl: string): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    const [method = "", path = ""] = endpoint.route.split(" ");
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(endpoint) };
  }
  return {
    openapi: "3.1.0",
    info: { title: `${brand.name} API`, version, license: { name: "MIT", identifier: "MIT" } },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      schemas: { ...namedSchemas(), Error: errorSchema },
      securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
    },
  };
}

function operation(endpoint: Endpoint): Json {
  const [, ...segments] = endpoint.route.split("/");
  return {
    summary: endpoint.summary,
    operationId: operationId(endpoint.route),
    tags: [segments[1]],
    parameters: [...parameters(endpoint.params, "path"), ...parameters(endpoint.query, "query")],
    ...(endpoint.body && { requestBody: { required: true, content: json(schemaOf(endpoint.body, "input")) } }),
    responses: { ...success(endpoint), ...failures(endpoint) },
    ...security(endpoint.access),
  };
}

/** `GET /api/games/{id}/price-history` as `getGamesIdPriceHistory`. */
function operationId(route: string): string {
  const words = route.replace("/api/", " ").match(/[A-Za-z]+/g) ?? [];
  return words.map((word, i) => (i === 0 ? word.toLowerCase() : word[0]?.toUpperCase() + word.slice(1))).join("");
}

function security(access: Access): Json {
  if (access === "public") return {};
  if (access === "user") return { security: [{ bearer: [] }] };
  const description = access === "admin" ? "Needs an admin role" : `Needs the permission \`${access}\``;
  return { security: [{ bearer: [] }], description };
}

function success(endpoint: Endpoint): Json {
  if (endpoint.format === "csv") {
    return { 200: { description: "A file", content: { "text/csv": { schema: { type: "string" } } } } };
  }
  const content = endpoint.response ? { content: json(schemaOf(endpoint.response, "output")) } : {};
  return { [endpoint.status]: { description: endpoint.response ? "Done" : "Done, without a body", ...content } };
}

function failures(endpoint: Endpoint): Json {
  const codes: (keyof typeof errorStatus)[] = ["rate_limited", "unavailable"];
  if (endpoint.query || endpoint.body) codes.push("invalid");
  if (endpoint.params) codes.push("not_found");
  if (endpoint.access !== "public") codes.push("unauthenticated");
  if (endpoint.access !== "public" && endpoint.access !== "user") codes.push("forbidden");
  const body = json({ $ref: `${componentPath}Error` });
  return Object.fromEntries(
    codes.map((code) => [errorStatus[code], { description: code.replace("_", " "), content: body }]),
  );
}

function parameters(schema: z.ZodObject | undefined, place: "path" | "query"): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, "input") as { properties?: Json; required?: string[] };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema: property,
  }));
}

function schemaOf(schema: z.ZodType, io: "input" | "output"): Json {
  const { $schema, $defs, ...rest } = z.toJSONSchema(schema, {
    io,
    // a type that JSON Schema cannot say, such as a value before a transformation
    unrepresentable: "any",
  }) as Json;
  return pointToComponents(rest) as Json;
}

/** zod keeps named schemas beside the one that it was asked for; the document has one place for all of them. */
function pointToComponents(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(pointToComponents);
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).filter(([key]) => key !== "id");
  return Object.fromEntries(
    entries.map(([key, inner]) => [
      key,
      key === "$ref" && typeof inner === "string" ? inner.replace("#/$defs/", componentPath) : pointToComponents(inner),
    ]),
  );
}

function namedSchemas(): Json {
  const { schemas } = z.toJSONSchema(z.globalRegistry, { uri: (id) => `${componentPath}${id}` }) as { schemas: Json };
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const { $schema, $id, id, ...rest } = schema as Json;
      return [name, rest];
    }),
  );
}

function json(schema: Json): Json {
  return { "application/json": { schema } };
}

const errorSchema = {
  type: "object",
  required: ["error", "code"],
  properties: {
    error: { type: "string" },
    code: { enum: Object.keys(errorStatus) },
    details: {
      type: "array",
      items: {
        type: "object",
        required: ["path", "msg"],
        properties: { path: { type: "string" }, msg: { type: "string" } },
      },
    },
  },
};
