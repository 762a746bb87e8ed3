import type { z } from "zod";
import type { Permission } from "../permissions.ts";
import type { Scope } from "../scopes.ts";
import type { ErrorCode } from "./errors.ts";

/** Who may make a call: anyone, a signed-in user, any administrator, or an administrator who holds the permission. */
export type Access = "public" | "user" | "admin" | Permission;

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** Method and path in one, as the tables of calls in docs/spec write them: `GET /api/games/{id}`. */
export type Route = `${Method} /api/${string}`;

/**
 * `csv`: a file, streamed while it is generated (RFC 4180). `events`: server-sent events; the response schema declares
 * their names and data as `{ event, data }`.
 */
export type ResponseFormat = "json" | "csv" | "events";

/** The media type of a binary body. */
export const anyBytes = "application/octet-stream";

type ObjectSchema = z.ZodObject | undefined;
type Schema = z.ZodType | undefined;

/**
 * One call of the API, stated once. The server binding, the typed clients, the OpenAPI document
 * and the access tests are all derived from these values.
 */
export interface Endpoint<
  R extends Route = Route,
  Params extends ObjectSchema = ObjectSchema,
  Query extends ObjectSchema = ObjectSchema,
  Body extends Schema = Schema,
  Response extends Schema = Schema,
  Format extends ResponseFormat = ResponseFormat,
> {
  readonly route: R;
  readonly summary: string;
  readonly access: Access;
  /**
   * With a `locale` in the body, the call changes the texts of that language, which needs `content.translate` in it in
   * place of `access`.
   */
  readonly hasLocale: boolean;
  /** The scope that an API key needs; `undefined` = no key can make the call. */
  readonly scope: Scope | undefined;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** The response body; `undefined` = none. */
  readonly response: Response;
  readonly format: Format;
  /** Media types of the files that the handler may respond with in place of JSON (`TextFile`). */
  readonly files: readonly string[];
  /** The response status, unless the handler sets another 2xx. */
  readonly status: 200 | 201 | 202 | 204;
  /** Another status that a handler sets with the same body, such as 200 when the item already existed. */
  readonly otherStatus: 200 | 503 | undefined;
  /** Failures that do not follow from the rest of the declaration, such as `conflict`. */
  readonly errors: readonly ErrorCode[];
  /** The same for all anonymous callers, so it is cached and carries an ETag. */
  readonly isCached: boolean;
  /** The response omits games that a signed-in caller owns or ignores, so they get their own response. */
  readonly hidesLibrary: boolean;
  /**
   * `bytes`: a `Uint8Array`, whose type the handler detects. `stream`: a file or a part of one, which the handler reads
   * as it arrives (`context.content`).
   */
  readonly accepts: "json" | "bytes" | "stream";
  /** The largest body in bytes, where it may be larger than for most calls. */
  readonly bodyLimit: number | undefined;
}

/**
 * Declares a call. Without `response` the call responds with 204, unless `format` declares a file. A cached
 * call is open to API keys with `read:catalogue`.
 */
export function endpoint<
  const R extends Route,
  P extends ObjectSchema = undefined,
  Q extends ObjectSchema = undefined,
  B extends Schema = undefined,
  A extends Schema = undefined,
  F extends ResponseFormat = "json",
>(
  route: R,
  declared: {
    summary: string;
    access: Access;
    hasLocale?: boolean;
    scope?: Scope;
    params?: P;
    query?: Q;
    body?: B;
    response?: A;
    format?: F;
    files?: readonly string[];
    status?: Endpoint["status"];
    otherStatus?: Endpoint["otherStatus"];
    errors?: Endpoint["errors"];
    isCached?: boolean;
    hidesLibrary?: boolean;
    accepts?: Endpoint["accepts"];
    bodyLimit?: number;
  },
): Endpoint<R, P, Q, B, A, F> {
  const { params, query, body, response, format = "json", errors = [], isCached = false } = declared;
  return {
    ...declared,
    route,
    hasLocale: declared.hasLocale ?? false,
    scope: declared.scope ?? (isCached ? "read:catalogue" : undefined),
    params: params as P,
    query: query as Q,
    body: body as B,
    response: response as A,
    format: format as F,
    files: declared.files ?? [],
    status: declared.status ?? (response || declared.format ? 200 : 204),
    otherStatus: declared.otherStatus,
    errors,
    isCached,
    hidesLibrary: declared.hidesLibrary ?? false,
    accepts: declared.accepts ?? "json",
    bodyLimit: declared.bodyLimit,
  };
}

type Part<Name extends string, S, Value> = S extends z.ZodType ? { [K in Name]: Value } : unknown;
type OptionalPart<Name extends string, S, Value> = S extends z.ZodType ? { [K in Name]?: Value } : unknown;

/** What a caller passes: only the parts that the call declares. */
export type CallInput<E extends Endpoint> = Part<"params", E["params"], z.input<NonNullable<E["params"]>>> &
  OptionalPart<"query", E["query"], z.input<NonNullable<E["query"]>>> &
  Part<"body", E["body"], z.input<NonNullable<E["body"]>>>;

/** What a caller receives; `never` for files, which the browser saves, and for event streams. */
export type CallResult<E extends Endpoint> = E["format"] extends "csv" | "events"
  ? never
  : E["response"] extends z.ZodType
    ? z.output<E["response"]>
    : undefined;

/** What a handler receives: validated, with defaults filled in. */
export interface HandlerInput<E extends Endpoint> {
  params: E["params"] extends z.ZodType ? z.output<E["params"]> : undefined;
  query: E["query"] extends z.ZodType ? z.output<E["query"]> : undefined;
  body: E["body"] extends z.ZodType ? z.output<E["body"]> : undefined;
}

/**
 * What a handler returns; the response schema then drops every field it does not name. Files are returned in chunks,
 * events one by one.
 */
export type HandlerResult<E extends Endpoint> = E["format"] extends "csv"
  ? AsyncIterable<string>
  : E["format"] extends "events"
    ? AsyncIterable<z.input<NonNullable<E["response"]>>>
    : E["response"] extends z.ZodType
      ? z.input<E["response"]>
      : // biome-ignore lint/suspicious/noConfusingVoidType: a call without a response body is often a plain command
        void;
