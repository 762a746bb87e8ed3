import { Readable } from "node:stream";
import type {} from "@fastify/cookie";
import type { Call, CallParts } from "contract/call.ts";
import type { Endpoint, HandlerInput, HandlerResult, Method } from "contract/endpoint.ts";
import { AppError, type ErrorDetail, invalid } from "contract/errors.ts";
import { textProblems } from "contract/unicode.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import { authorise, bearerToken } from "./access.ts";
import type { AnswerCache } from "./answer-cache.ts";
import { type Content, isCurrent, stampOf } from "./content.ts";
import { cleanUserAgent, deviceName } from "./device.ts";
import { isDatabaseAway } from "./errors.ts";
import { callTimeoutMs, fileTimeoutMs } from "./limits.ts";
import type { SharedCaching } from "./shared-caches.ts";
import type { SurrogateKey } from "./surrogate-keys.ts";
import type { Viewer } from "./viewer.ts";

export interface CallContext {
  viewer: Viewer | null;
  /** The sign-in token that the call came with, whether it is good or not. */
  token: string | null;
  /** The browser and system that the call came from, such as "Firefox on Windows". */
  device: string | null;
  /** The IP address that the call came from, as far as trusted proxies tell. */
  address: string | null;
  userAgent: string | null;
  cookies: Readonly<Record<string, string | undefined>>;
  setHeader(name: string, value: string): void;
  /** Sets another status than the declared one, for instance 200 where 201 is declared. */
  setStatus(status: number): void;
}

export type Handler<E extends Endpoint> = (
  input: HandlerInput<E>,
  context: CallContext,
) => HandlerResult<E> | Promise<HandlerResult<E>>;

/** Who makes the call. Throws `unauthenticated` for an anonymous caller, whom only public calls admit. */
export function callerOf({ viewer }: CallContext): Viewer {
  if (!viewer) throw new AppError("unauthenticated", "Authentication required");
  return viewer;
}

/** The id of the user who makes the call. */
export function callerId(context: CallContext): number {
  return callerOf(context).userId;
}

export interface BindOptions<E extends Endpoint> {
  /** In place of the API's own limit of calls from one address. Throws when there were too many. */
  limit?: (address: string) => Promise<void>;
  /** Throws when the call is closed for now. Runs before the body is read. */
  guard?: () => void;
  /** The body is a form that a person filled in: the first message is the error, without the field's name before it. */
  form?: true;
  /** Another name under which the answer to a refused call repeats its `details`. */
  repeatDetailsAs?: "errors";
  /**
   * What the handler answers has nothing that the contract does not name, and a test says so. It is not checked again:
   * for a list of games that would take longer than all the rest.
   */
  exact?: true;
  /** What the answer of a call that is cached depends on, all of it; the catalogue as a whole when left out. */
  shows?: (input: HandlerInput<E>) => readonly SurrogateKey[];
}

/** What all calls share. The app decorates itself with it before it mounts them. */
export interface CallSupport {
  /** The user whose sign-in the token is, or `null` when it is not good (any more). */
  findViewer(token: string): Promise<Viewer | null>;
  content: Content;
  caching: SharedCaching;
  answers: AnswerCache;
  /** Every mounted call by its route, for calls from inside this process. */
  mounted: Map<string, (input: CallParts, onShown: OnShown) => Promise<unknown>>;
  /** The public calls among them, made for a visitor's request that is not the call itself, with its limits. */
  submitted: Map<string, (request: FastifyRequest, body: unknown) => Promise<unknown>>;
}

/** Hears what an answer is going to show, before anything is read for it. */
export type OnShown = (keys: readonly SurrogateKey[]) => void;

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

/** The context of a call by this process itself, or of one whose answer many share. */
const nobody: CallContext = {
  viewer: null,
  token: null,
  device: null,
  address: null,
  userAgent: null,
  cookies: {},
  setHeader() {},
  setStatus() {},
};

/**
 * Mounts a call; the only way to do so. In this order: the caller is identified and authorised, parameters, query
 * and body are validated, the handler runs, and the answer is cut down to what the contract names, unless it is `exact`.
 */
export function bind<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<E>,
  { limit, guard, form, repeatDetailsAs, exact, shows = () => ["games"] }: BindOptions<E> = {},
): void {
  const [method, path] = endpoint.route.split(" ") as [Method, string];
  const support = app.calls;

  async function run(input: HandlerInput<E>, context: CallContext): Promise<unknown> {
    const result = await handler(input, context);
    return endpoint.format === "csv" || exact ? result : endpoint.response?.parse(result);
  }

  /** Who sends the token. What is the same for nearly everyone is also told while the database cannot say who asks. */
  async function identify(token: string): Promise<Viewer | null> {
    return support.findViewer(token).catch((error) => {
      if (endpoint.cache === "catalogue" && isDatabaseAway(error)) return null;
      throw error;
    });
  }

  async function admit(request: FastifyRequest): Promise<void> {
    const token = bearerToken(request.headers.authorization);
    request.viewer = token ? await identify(token) : null;
    authorise(endpoint.access, request.viewer);
    guard?.();
  }

  async function answerCached(request: FastifyRequest, reply: FastifyReply, input: HandlerInput<E>) {
    const keys = shows(input);
    const key = `${endpoint.route} ${JSON.stringify([input.params, input.query])}`;
    const kept = support.answers.get(key);
    if (kept) return support.answers.send(request, support.caching.allow(reply, keys), kept);
    const stamp = stampOf(support.content, keys);
    const result = await run(input, { ...nobody, setStatus: (status) => reply.code(status) });
    const made = { stamp, contentType: "application/json; charset=utf-8", body: JSON.stringify(result) };
    const answer = support.answers.set(key, made);
    const isFresh = isCurrent(support.content, stamp);
    return support.answers.send(request, support.caching.allow(reply, keys, isFresh), answer);
  }

  support.mounted.set(endpoint.route, async (parts, onShown) => {
    authorise(endpoint.access, null);
    guard?.();
    const input = validate(endpoint, parts, form);
    onShown(shows(input));
    return run(input, nobody);
  });

  support.submitted.set(endpoint.route, async (request, body) => {
    await limit?.(request.ip);
    authorise(endpoint.access, null);
    guard?.();
    return run(validate(endpoint, { body }, form), { ...nobody, ...originOf(request) });
  });

  app.route({
    method,
    url: path.replace(/\{(\w+)\}/g, ":$1"),
    config: { ...(limit && { rateLimit: false }), repeatDetailsAs },
    ...(limit && { onRequest: (request: FastifyRequest) => limit(request.ip) }),
    handlerTimeout: endpoint.format === "csv" ? fileTimeoutMs : callTimeoutMs,
    // after all that runs on the request, so that whoever asks too often is turned away before the database is asked who it is
    preParsing: admit,
    ...(endpoint.bodyLimit && { bodyLimit: endpoint.bodyLimit }),
    async handler(request, reply) {
      const input = validate(endpoint, request as CallParts, form);
      // a viewer who sees explicit games gets answers of their own
      if (endpoint.cache === "catalogue" && !request.viewer?.showExplicit) return answerCached(request, reply, input);
      reply.code(endpoint.status).header("cache-control", "no-store");
      const result = await run(input, {
        viewer: request.viewer,
        token: bearerToken(request.headers.authorization),
        ...originOf(request),
        cookies: request.cookies ?? {},
        setHeader: (name, value) => reply.header(name, value),
        setStatus: (status) => reply.code(status),
      });
      return endpoint.format === "csv" ? sendCsv(reply, result as AsyncIterable<string>) : reply.send(result);
    },
  });
}

/** Where a request comes from. */
function originOf({ headers, ip }: FastifyRequest): Pick<CallContext, "device" | "address" | "userAgent"> {
  const userAgent = cleanUserAgent(headers["user-agent"]);
  return { device: deviceName(userAgent), address: ip, userAgent };
}

/** Sends a file piece by piece, no faster than the caller reads. */
function sendCsv(reply: FastifyReply, pieces: AsyncIterable<string>): FastifyReply {
  return reply.type("text/csv; charset=utf-8").send(Readable.from(pieces));
}

/** The client for this process: the same calls as over HTTP, made anonymously, without going through HTTP. */
export function inProcessCall(app: FastifyInstance, onShown: OnShown = () => {}): Call {
  return async (route, input) => {
    const run = app.calls.mounted.get(route);
    if (!run) throw new AppError("not_found", `No such call: ${route}`);
    return (await run(input as CallParts, onShown)) as never;
  };
}

function validate<E extends Endpoint>(endpoint: E, parts: CallParts, form = false): HandlerInput<E> {
  const params = endpoint.params?.safeParse(parts.params);
  // a malformed id names nothing (spec/games 1.5)
  if (params?.error) throw new AppError("not_found", "Not found");
  const query = endpoint.query?.safeParse(parts.query ?? {});
  const body = endpoint.body?.safeParse(parts.body ?? {});
  const issues = [...(query?.error?.issues ?? []), ...(body?.error?.issues ?? [])];
  const found = issues.map(toDetail);
  const details = [...found, ...malformedTexts(parts).filter(({ path }) => !found.some((one) => one.path === path))];
  if (details.length > 0) {
    throw form ? new AppError("invalid", details[0]?.msg ?? "", { details }) : invalid(details);
  }
  return { params: params?.data, query: query?.data, body: body?.data } as HandlerInput<E>;
}

/** Texts that the database could not store, wherever they are: schemas do not look at what they do not name. */
function malformedTexts({ params, query, body }: CallParts): ErrorDetail[] {
  return [params, query, body].flatMap((part) => textProblems(part)).slice(0, maxMalformedTexts);
}

const maxMalformedTexts = 20;

function toDetail(issue: z.core.$ZodIssue) {
  return { path: issue.path.join(".") || "body", msg: issue.message };
}
