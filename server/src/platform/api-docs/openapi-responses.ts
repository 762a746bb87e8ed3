import { STATUS_CODES } from "node:http";
import type { Endpoint } from "contract/core/endpoint.ts";
import { type ErrorCode, errorStatus } from "contract/core/errors.ts";
import { errorReference, type Json, schemaOf } from "./openapi-schemas.ts";

export interface Operation extends Json {
  responses: Responses;
}

/** By their status. */
export type Responses = Record<string, Response>;

interface Response extends Json {
  description: string;
  content?: Record<string, { schema: Json }>;
}

/** All responses of a call by status, except 405: a wrong method is not this call. */
export function responsesOf(endpoint: Endpoint): Responses {
  const failures = failureResponses(errorsOf(endpoint));
  const statuses = [endpoint.status, endpoint.otherStatus].filter((status) => status !== undefined);
  const successes = statuses.map((status) => [status, success(endpoint, status, failures[status])]);
  return {
    ...failures,
    ...Object.fromEntries(successes),
    ...(endpoint.isCached && notModified),
    ...(endpoint.route.startsWith("GET /api/games/{id}") && moved),
  };
}

/** Failures of every request: malformed input, rate limits and overload. */
const commonErrors: readonly ErrorCode[] = ["invalid", "rate_limited", "unavailable"];

/** Failures of every call with an API key: it is revoked, or lacks the call's scope. */
const keyErrors: readonly ErrorCode[] = ["unauthenticated", "insufficient_scope"];

/** All errors of the call: those implied by its declaration, and those that it lists. */
function errorsOf({ route, access, params, errors }: Endpoint): ErrorCode[] {
  const readsBody = !route.startsWith("GET ");
  const isRestricted = access !== "public" && access !== "user";
  return [
    ...commonErrors,
    ...keyErrors,
    ...(isRestricted ? (["forbidden"] as const) : []),
    ...(params ? (["not_found"] as const) : []),
    ...(readsBody ? (["timeout", "too_large", "unsupported_type"] as const) : []),
    ...errors,
  ];
}

const retryAfter = {
  "retry-after": { description: "Seconds to wait before retrying", schema: { type: "integer" } },
};

/** Error responses, one per status. */
function failureResponses(codes: readonly ErrorCode[]): Responses {
  const byStatus = Map.groupBy(new Set(codes), (code) => errorStatus[code]);
  return Object.fromEntries(
    [...byStatus].map(([status, some]) => [
      status,
      {
        description: `${STATUS_CODES[status]}: ${some.map((code) => `\`${code}\``).join(", ")}`,
        ...((status === 429 || status === 503) && { headers: retryAfter }),
        content: json(errorReference),
      },
    ]),
  );
}

export const commonFailures = failureResponses(commonErrors);

export const notModified = { 304: { description: "Not modified, by `ETag`" } };

const moved = {
  301: {
    description: "The game was merged into another one",
    headers: {
      location: { description: "URL of the same call for that game", required: true, schema: { type: "string" } },
    },
  },
};

function success(endpoint: Endpoint, status: number, failure: Response | undefined): Response {
  const description = `${STATUS_CODES[status]}`;
  if (endpoint.format === "csv") {
    return { description, content: { "text/csv": { schema: { type: "string" } } } };
  }
  if (!endpoint.response) return { description };
  const schema = schemaOf(endpoint.response, "output");
  if (endpoint.format === "events") {
    const what = "Server-sent events with JSON data, until the session ends";
    return { description: what, content: { "text/event-stream": { schema } } };
  }
  // the call's own status is also one of a common failure
  if (failure) return { ...failure, description, content: json({ anyOf: [schema, errorReference] }) };
  const files = endpoint.files.map((type) => [type, { schema: { type: "string" } }] as const);
  return { description, content: { ...json(schema), ...Object.fromEntries(files) } };
}

export function json(schema: Json): Record<string, { schema: Json }> {
  return { "application/json": { schema } };
}
