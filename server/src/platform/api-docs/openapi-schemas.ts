import { errorStatus } from "contract/core/errors.ts";
import { z } from "zod";

export type Json = Record<string, unknown>;

const componentPath = "#/components/schemas/";

/** A call's schema in the document's dialect; named schemas become references to the components. */
export function schemaOf(schema: z.ZodType, io: "input" | "output"): Json {
  const { $schema, $defs, ...rest } = z.toJSONSchema(schema, { ...options, io }) as Json;
  return pointToComponents(rest) as Json;
}

/** The schemas that have a name. */
export function componentSchemas(): Json {
  const { schemas } = z.toJSONSchema(z.globalRegistry, { ...options, uri: (id) => `${componentPath}${id}` });
  const named = Object.entries(schemas).map(([name, { $schema, $id, ...rest }]) => [name, rest]);
  return { ...Object.fromEntries(named), Error: errorSchema };
}

const options = {
  // for types that JSON Schema can't express, such as the input of a transformation
  unrepresentable: "any",
  // the schema's name is already its key in the document
  override({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }) {
    delete jsonSchema.id;
  },
} as const;

/** zod inlines named schemas in `$defs`; the document has them once, in the components. */
function pointToComponents(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(pointToComponents);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === "$ref" && typeof inner === "string" ? inner.replace("#/$defs/", componentPath) : pointToComponents(inner),
    ]),
  );
}

const details = {
  type: "array",
  items: {
    type: "object",
    required: ["path", "msg"],
    properties: { path: { type: "string" }, msg: { type: "string" } },
  },
};

/** The body of every failure (`ErrorBody`). */
const errorSchema = {
  type: "object",
  required: ["error", "code"],
  properties: {
    error: { type: "string" },
    code: { type: "string", enum: Object.keys(errorStatus) },
    details: { ...details, description: "Validation errors by field path" },
    errors: { ...details, description: "Same as `details`, for the profile call" },
    current: { description: "With `stale`: the current resource" },
  },
  additionalProperties: false,
};

export const errorReference = { $ref: `${componentPath}Error` };
