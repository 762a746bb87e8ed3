import type { Endpoint } from "contract/core/endpoint.ts";
import { z } from "zod";

export type JsonSchema = Record<string, unknown> & {
  type?: string;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  minimum?: number;
  maxLength?: number;
  minItems?: number;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema | boolean;
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
};

/** A place for text in the parameters, the query or the body of a call. */
export interface TextField {
  part: "params" | "query" | "body";
  path: string[];
  /** In characters. */
  maxLength: number | undefined;
}

export interface CallSample {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body: unknown;
  fields: TextField[];
}

/** Valid values for the required fields of a call, and all fields that take text, from the schemas of the contract. */
export function sampleOf({ params, query, body }: Endpoint): CallSample {
  const parts = { params, query, body };
  const sample: CallSample = { params: {}, query: {}, body: undefined, fields: [] };
  for (const [part, schema] of Object.entries(parts) as [TextField["part"], z.ZodType | undefined][]) {
    if (!schema) continue;
    const json = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema;
    const named = json.$defs ?? {};
    sample[part] = plausible(json, named) as never;
    const found = textFields(json, named).map((field) => ({ part, ...field }));
    sample.fields.push(...found);
  }
  return sample;
}

/** Part of a sample with the text at the path; `0` is an element of a list. */
export function withText(value: unknown, [name, ...path]: readonly string[], text: string): unknown {
  if (name === undefined) return text;
  const copy = name === "0" ? [...((value as unknown[] | undefined) ?? [])] : { ...(value as object) };
  const container = copy as unknown as Record<string, unknown>;
  container[name] = withText(container[name], path, text);
  return copy;
}

const plausibleTexts: Record<string, string> = {
  email: "ann@example.com",
  date: "2000-02-03",
  "date-time": "2000-02-03T04:05:06Z",
};

function plausible(schema: JsonSchema, named: Record<string, JsonSchema>): unknown {
  const { choices, resolved } = resolve(schema, named);
  if (choices) return plausible(choices[0] ?? {}, named);
  if (resolved.enum) return resolved.enum[0];
  if ("const" in resolved) return resolved.const;
  switch (resolved.type) {
    case "string":
      return plausibleTexts[resolved.format ?? ""] ?? "portal";
    case "integer":
    case "number":
      return Math.max(1, resolved.minimum ?? 1);
    case "boolean":
      return true;
    case "null":
      return null;
    case "array":
      return [plausible(resolved.items ?? {}, named)];
    case "object":
      return Object.fromEntries(
        Object.entries(resolved.properties ?? {})
          .filter(([name]) => resolved.required?.includes(name))
          .map(([name, field]) => [name, plausible(field, named)]),
      );
    default:
      // The input of a transformation, usually a whole number.
      return 1;
  }
}

function textFields(schema: JsonSchema, named: Record<string, JsonSchema>): Omit<TextField, "part">[] {
  const { choices, resolved } = resolve(schema, named);
  if (choices) return choices.flatMap((choice) => textFields(choice, named)).filter(isFirstOfItsPath);
  if (resolved.type === "array") return inside("0", textFields(resolved.items ?? {}, named));
  if (resolved.type === "object") {
    return Object.entries(resolved.properties ?? {}).flatMap(([name, field]) => inside(name, textFields(field, named)));
  }
  const takesText = resolved.type === "string" || resolved.type === undefined;
  return takesText ? [{ path: [], maxLength: resolved.maxLength }] : [];
}

function resolve(schema: JsonSchema, named: Record<string, JsonSchema>) {
  const resolved = schema.$ref ? (named[schema.$ref.replace("#/$defs/", "")] ?? {}) : schema;
  return { resolved, choices: resolved.anyOf ?? resolved.oneOf };
}

function inside(name: string, fields: Omit<TextField, "part">[]): Omit<TextField, "part">[] {
  return fields.map((field) => ({ ...field, path: [name, ...field.path] }));
}

function isFirstOfItsPath({ path }: { path: string[] }, index: number, all: { path: string[] }[]): boolean {
  return all.findIndex((other) => other.path.join("\n") === path.join("\n")) === index;
}
