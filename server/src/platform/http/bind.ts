import { Readable } from "node:stream";
import { isDeepStrictEqual } from "node:util";
import type {} from "@fastify/cookie";
import type { Call, CallParts } from "contract/core/call.ts";
import {
  anyBytes,
  type Endpoint,
  type HandlerInput,
  type HandlerResult,
  type Method,
  type ResponseFormat,
} from "contract/core/endpoint.ts";
import { AppError, type ErrorDetail, invalid } from "contract/core/errors.ts";
import { textProblems } from "contract/core/text.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import { z } from "zod";
import { isDatabaseUnreachable } from "../db/unreachable.ts";
import type { ResponseCache } from "./cache/response-cache.ts";
import type { EventStreams, StreamedEvent } from "./event-streams.ts";
import { cleanUserAgent, deviceName } from "./limits/device.ts";
import { callTimeoutMs, eventsTimeoutMs, fileTimeoutMs } from "./limits/limits.ts";
import { addressKey } from "./limits/rate-limit.ts";
import { authorise, authoriseLocale, bearerToken } from "./security/access.ts";
import type { Viewer } from "./security/viewer.ts";

export interface CallContext {
  viewer: Viewer | null;
  /** The session token of the call, valid or not. */
  token: string | null;
  /** Browser and system, such as "Firefox on Windows". */
  device: string | null;
  /** The client's IP address, as reported by trusted proxies. */
  address: string | null;
  userAgent: string | null;
  cookies: Readonly<Record<string, string | undefined>>;
  /** What proxies in front say of the request; `null` where they say nothing. Not to be trusted. */
  proxy: { forwardedFor: string | null; forwardedProto: string | null; host: string | null };
  /** Aborted when a stream of events ends. */
  signal: AbortSignal;
  /** The body of a call that accepts a stream; fails if the connection breaks. Empty in other calls. */
  content: AsyncIterable<Buffer>;
  setHeader(name: string, value: string): void;
  /** For a status other than the declared one, such as 200 where 201 is declared. */
  setStatus(status: number): void;
}

export type Handler<E extends Endpoint> = (
  input: HandlerInput<E>,
  context: CallContext,
) => HandlerResult<E> | TextFile | Promise<HandlerResult<E> | TextFile>;

/** The caller. Throws `unauthenticated` for anonymous callers, which only public calls admit. */
export function callerOf({ viewer }: CallContext): Viewer {
  if (!viewer) throw new AppError("unauthenticated", "Authentication required");
  return viewer;
}

export function callerId(context: CallContext): number {
  return callerOf(context).userId;
}

export interface BindOptions {
  /** In place of the API's limit of calls from one address. Throws `rate_limited`. */
  limit?: (address: string) => Promise<void>;
  /** Throws while the call is disabled. Runs before the body is read. */
  guard?: () => void;
  /** The body is a form: the first message is the error, without the field's name. */
  form?: true;
  /** A second name for `details` in error responses. */
  repeatDetailsAs?: "errors";
  /**
   * A test checks that the response matches the contract exactly: parsing long lists takes longer than all the rest.
   */
  skipResponseValidation?: true;
}

/** A file that a handler responds with in place of JSON, of one of the endpoint's `files`. */
export class TextFile {
  readonly type: string;
  readonly text: string;

  constructor(type: string, text: string) {
    this.type = type;
    this.text = text;
  }
}

/** What all calls share. Decorate the app with it before mounting any call. */
interface CallSupport {
  /** The user of a session token, or `null` when it is invalid. Throws `unauthenticated` for an invalid API key. */
  findViewer(token: string): Promise<Viewer | null>;
  /** Counts a call by an API key, and sends how many are left. Throws `rate_limited` beyond the limit. */
  countKeyCall(keyId: number, reply: FastifyReply): void;
  /** Like `findViewer`, for a response that is being sent: it does not count as activity. */
  recheckViewer(token: string): Promise<Viewer | null>;
  /** Throws for a route that the site refuses to all. */
  requireOffered(route: string): void;
  /** Called when a signed-in caller is denied the call. */
  onDenied(viewer: Viewer, endpoint: Endpoint): Promise<void>;
  responses: ResponseCache;
  streams: EventStreams;
  /** The calls by route, for calls within this process. */
  mounted: Map<string, (input: CallParts) => Promise<unknown>>;
  /** Public calls on behalf of a visitor's request for a page, with that visitor's limits. */
  submitted: Map<string, (request: FastifyRequest, body: unknown) => Promise<unknown>>;
}

declare module "fastify" {
  interface FastifyInstance {
    calls: CallSupport;
  }
  interface FastifyRequest {
    viewer: Viewer | null;
  }
  interface FastifyContextConfig {
    repeatDetailsAs?: "errors" | undefined;
  }
}

/** For calls by this process, and for shared responses. */
const anonymous: CallContext = {
  viewer: null,
  token: null,
  device: null,
  address: null,
  userAgent: null,
  cookies: {},
  proxy: { forwardedFor: null, forwardedProto: null, host: null },
  signal: new AbortController().signal,
  content: Readable.from([]),
  setHeader() {},
  setStatus() {},
};

/**
 * Mounts a call; the only way to do so. In this order: the caller is authenticated and authorised, parameters, query
 * and body are validated, the handler runs, and the response is reduced to the fields of the contract.
 */
export function bind<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<E>,
  { limit, guard, form, repeatDetailsAs, skipResponseValidation }: BindOptions = {},
): void {
  const [method, path] = endpoint.route.split(" ") as [Method, string];
  const support = app.calls;

  async function run(input: HandlerInput<E>, context: CallContext): Promise<unknown> {
    const result = await handler(input, context);
    if (endpoint.format !== "json" || skipResponseValidation || result instanceof TextFile) return result;
    return endpoint.response?.parse(result);
  }

  /** Shared responses are also served while the database cannot identify the caller. */
  async function identify(token: string): Promise<Viewer | null> {
    return support.findViewer(token).catch((error) => {
      if (endpoint.isCached && isDatabaseUnreachable(error)) return null;
      throw error;
    });
  }

  async function admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    support.requireOffered(endpoint.route);
    const token = bearerToken(request.headers.authorization);
    request.viewer = token ? await identify(token) : null;
    if (request.viewer?.key) support.countKeyCall(request.viewer.key.id, reply);
    await orDenied(request, () => authorise(endpoint, request.viewer, request.params as { language?: string }));
    guard?.();
  }

  async function orDenied({ viewer }: FastifyRequest, check: () => void): Promise<void> {
    try {
      check();
    } catch (error) {
      if (viewer) await support.onDenied(viewer, endpoint);
      throw error;
    }
  }

  async function respondFromCache(request: FastifyRequest, reply: FastifyReply, input: HandlerInput<E>) {
    const key = `${endpoint.route} ${JSON.stringify([input.params, input.query])}`;
    const response = await support.responses.respond(key, async () => ({
      contentType: "application/json; charset=utf-8",
      body: JSON.stringify(await run(input, { ...anonymous, address: request.ip })),
    }));
    return support.responses.send(request, reply, response);
  }

  /** The stream ends when the caller's permissions change, so that the client opens a new one. */
  function streamEvents(input: HandlerInput<E>, context: CallContext): Readable {
    const viewer = callerOf(context);
    return support.streams.open({
      userId: viewer.userId,
      isAdmin: viewer.isAdmin,
      address: addressKey(context.address),
      async isAllowed() {
        const now = await support.recheckViewer(context.token ?? "");
        return isDeepStrictEqual(now && privilegesOf(now), privilegesOf(viewer));
      },
      async *read(signal) {
        const events = (await handler(input, { ...context, signal })) as AsyncIterable<unknown>;
        for await (const event of events) yield endpoint.response?.parse(event) as StreamedEvent;
      },
    });
  }

  support.mounted.set(endpoint.route, async (parts) => {
    authorise(endpoint, null);
    guard?.();
    return run(validate(endpoint, parts, form), anonymous);
  });

  support.submitted.set(endpoint.route, async (request, body) => {
    await limit?.(request.ip);
    support.requireOffered(endpoint.route);
    authorise(endpoint, null);
    guard?.();
    return run(validate(endpoint, { body }, form), { ...anonymous, ...originOf(request) });
  });

  const options: RouteOptions = {
    method,
    url: path.replace(/\{(\w+)\}/g, ":$1"),
    config: { ...(limit && { rateLimit: false }), repeatDetailsAs },
    ...(limit && { onRequest: (request: FastifyRequest) => limit(request.ip) }),
    handlerTimeout: timeouts[endpoint.format],
    // after all `onRequest` hooks: rate limits apply before authentication
    preParsing: admit,
    ...(endpoint.bodyLimit && { bodyLimit: endpoint.bodyLimit }),
    async handler(request, reply) {
      if (endpoint.hasLocale) {
        const locale = (request.body as { locale?: unknown } | null)?.locale;
        await orDenied(request, () => authoriseLocale(endpoint, request.viewer, locale));
      }
      const isStream = endpoint.accepts === "stream";
      const input = validate(endpoint, isStream ? withoutBody(request) : (request as CallParts), form);
      if (endpoint.isCached && !isPersonal(endpoint, request.viewer)) return respondFromCache(request, reply, input);
      reply.code(endpoint.status).header("cache-control", "no-store");
      const context: CallContext = {
        viewer: request.viewer,
        token: bearerToken(request.headers.authorization),
        ...originOf(request),
        cookies: request.cookies ?? {},
        proxy: proxyHeadersOf(request),
        signal: anonymous.signal,
        content: isStream && request.body ? bytesOf(request.body as Readable) : anonymous.content,
        setHeader: (name, value) => reply.header(name, value),
        setStatus: (status) => reply.code(status),
      };
      if (endpoint.format === "events") {
        // proxies must not buffer events
        reply.type("text/event-stream; charset=utf-8").header("x-accel-buffering", "no");
        return reply.send(request.method === "HEAD" ? "" : streamEvents(input, context));
      }
      const result = await run(input, context);
      if (result instanceof TextFile) return reply.type(`${result.type}; charset=utf-8`).send(result.text);
      if (endpoint.format === "json") return reply.send(result);
      return reply.type("text/csv; charset=utf-8").send(Readable.from(result as AsyncIterable<string>));
    },
  };
  if (endpoint.accepts === "json") app.route(options);
  else app.register(async (scope) => acceptBytes(scope, endpoint.accepts === "stream").route(options));
}

/** Streams are passed on unread. Images are bytes whatever their declared type. */
function acceptBytes(scope: FastifyInstance, isStream: boolean): FastifyInstance {
  scope.removeAllContentTypeParsers();
  if (isStream) {
    scope.addContentTypeParser(anyBytes, (_, content, done) => done(null, content));
  } else {
    const picture = /^(application\/octet-stream|image\/)/;
    scope.addContentTypeParser(picture, { parseAs: "buffer" }, async (_: unknown, body: Buffer) => body);
  }
  return scope;
}

/** Who stops reading early still responds: by default the loop would close the connection. */
function bytesOf(body: Readable): AsyncIterable<Buffer> {
  return { [Symbol.asyncIterator]: () => body.iterator({ destroyOnReturn: false }) };
}

function withoutBody({ params, query }: FastifyRequest): CallParts {
  return { params, query } as CallParts;
}

/**
 * Whether the response is personal: with explicit games, without those of the library, or to an administrator, who sees
 * each change at once.
 */
function isPersonal({ hidesLibrary }: Endpoint, viewer: Viewer | null): boolean {
  if (viewer === null) return false;
  return viewer.isAdmin || viewer.showExplicit || (hidesLibrary && viewer.libraryVersion > 0);
}

const privilegesOf = ({ isAdmin, permissions, languages, needsSecondFactor }: Viewer) => ({
  isAdmin,
  permissions,
  languages,
  needsSecondFactor,
});

const timeouts: Record<ResponseFormat, number> = { json: callTimeoutMs, csv: fileTimeoutMs, events: eventsTimeoutMs };

function originOf({ headers, ip }: FastifyRequest): Pick<CallContext, "device" | "address" | "userAgent"> {
  const userAgent = cleanUserAgent(headers["user-agent"]);
  return { device: deviceName(userAgent), address: ip, userAgent };
}

function proxyHeadersOf({ headers }: FastifyRequest): CallContext["proxy"] {
  const first = (name: string) =>
    String(headers[name] ?? "")
      .split(",")[0]!
      .trim() || null;
  return { forwardedFor: first("x-forwarded-for"), forwardedProto: first("x-forwarded-proto"), host: first("host") };
}

/** The client for this process: the calls without HTTP, anonymously. */
export function inProcessCall(app: FastifyInstance): Call {
  return async (route, input) => {
    const run = app.calls.mounted.get(route);
    if (!run) throw new AppError("not_found", `No such call: ${route}`);
    return (await run(input as CallParts)) as never;
  };
}

function validate<E extends Endpoint>(endpoint: E, parts: CallParts, form = false): HandlerInput<E> {
  const params = endpoint.params?.safeParse(parts.params);
  // a malformed id identifies nothing (spec/games 1.5)
  if (params?.error) throw new AppError("not_found", "Not found");
  const query = endpoint.query?.safeParse(parts.query ?? {}, { error: (issue) => repeatProblem(issue, parts.query) });
  const broken = endpoint.body && findBrokenItem(endpoint.body, parts.body);
  const body = broken ? undefined : endpoint.body?.safeParse(parts.body ?? {});
  const bodyIssues = broken ?? body?.error?.issues ?? [];
  const found = [...(query?.error?.issues ?? []), ...bodyIssues].slice(0, maxDetails).map(toDetail);
  const texts = endpoint.accepts === "bytes" ? { params: parts.params, query: parts.query } : parts;
  const malformed = broken ? [] : malformedTexts(texts);
  const details = [...found, ...malformed.filter(({ path }) => !found.some((one) => one.path === path))];
  if (details.length > 0) {
    throw form ? new AppError("invalid", details[0]?.msg ?? "", { details }) : invalid(details);
  }
  return { params: params?.data, query: query?.data, body: body?.data } as HandlerInput<E>;
}

/** For repeated parameters whose schema has no message of its own. */
function repeatProblem({ path = [] }: z.core.$ZodRawIssue, query: unknown): string | undefined {
  const value = path.length === 1 ? (query as Record<PropertyKey, unknown>)[path[0]!] : undefined;
  return Array.isArray(value) ? "Comes more than once" : undefined;
}

/** Problems that a response lists. */
const maxDetails = 100;
/** Longer lists are checked item by item. */
const maxAtOnce = 200;

/**
 * The problems of the first wrong item of a long list in the body. A schema reports those of all items, which takes
 * seconds for a list of many wrong ones.
 */
function findBrokenItem(schema: z.ZodType, body: unknown): z.core.$ZodIssue[] | undefined {
  if (!(schema instanceof z.ZodObject) || typeof body !== "object" || body === null) return undefined;
  for (const [name, field] of Object.entries(schema.shape)) {
    const items = Object.hasOwn(body, name) ? (body as Record<string, unknown>)[name] : undefined;
    const list = unwrapped(field as z.ZodType);
    if (!Array.isArray(items) || items.length <= maxAtOnce || !(list instanceof z.ZodArray)) continue;
    for (const [index, item] of items.entries()) {
      const issues = (list.element as z.ZodType).safeParse(item).error?.issues;
      if (issues) return issues.map((issue) => ({ ...issue, path: [name, index, ...issue.path] }));
    }
  }
  return undefined;
}

/** A field's schema without what makes it optional. */
function unwrapped(field: z.ZodType): z.ZodType {
  const isWrapper = field instanceof z.ZodOptional || field instanceof z.ZodNullable || field instanceof z.ZodDefault;
  return isWrapper ? unwrapped(field.unwrap() as z.ZodType) : field;
}

/** Texts that the database could not store, also in fields that no schema names. */
function malformedTexts({ params, query, body }: CallParts): ErrorDetail[] {
  return [params, query, body].flatMap((part) => textProblems(part)).slice(0, maxMalformedTexts);
}

const maxMalformedTexts = 20;

function toDetail(issue: z.core.$ZodIssue) {
  return { path: issue.path.join(".") || "body", msg: issue.message };
}
