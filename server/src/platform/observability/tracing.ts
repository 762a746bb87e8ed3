import { AsyncLocalStorage } from "node:async_hooks";
import {
  type Attributes,
  type Context,
  DiagLogLevel,
  diag,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { brand } from "contract/brand.ts";
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from "fastify";
import type { Pool, PoolClient } from "pg";

export interface TracingOptions {
  /** Without `/v1/traces`. */
  endpoint: string;
  /** The share of traces started here that is sent: 0 to 1. Traces of callers have their own decision. */
  share: number;
  version: string;
  log: FastifyBaseLogger;
}

export interface Tracing {
  /** A span per request, as a child of that of its `traceparent`. */
  followRequests(app: FastifyInstance): void;
  /** A span per statement of a request or a job, with its text but no parameter values. */
  followStatements(pool: Pool): void;
  aroundJob(queue: string, work: () => Promise<void>): Promise<void>;
  /** Sends what is left, with a short timeout. */
  close(): Promise<void>;
}

const closeTimeoutMs = 1_000;
const logEveryMs = 60_000;

/** Sends traces by OTLP over HTTP. Imported only when configured: the libraries load slowly. */
export function startTracing({ endpoint, share, version, log }: TracingOptions): Tracing {
  diag.setLogger(diagnosticsTo(log), DiagLogLevel.ERROR);
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces` });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": brand.slug, "service.version": version }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: 1_000 })],
  });
  const tracer = provider.getTracer(brand.slug);
  /** The current span. */
  const current = new AsyncLocalStorage<Context>();

  function inSpan<T>(name: string, kind: SpanKind, attributes: Attributes, parent: Context, work: () => Promise<T>) {
    const span = tracer.startSpan(name, { kind, attributes }, parent);
    return current.run(trace.setSpan(parent, span), async () => {
      try {
        return await work();
      } catch (error) {
        // only a code: messages quote values
        const { code, name } = error as { code?: string; name?: string };
        span.setAttribute("error.type", String(code ?? name)).setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    });
  }

  function traced<T>(statement: unknown, run: () => Promise<T>): Promise<T> {
    const parent = current.getStore();
    const text = textOf(statement);
    if (!parent || !text) return run();
    const attributes = { "db.system.name": "postgresql", "db.query.text": text };
    return inSpan(/\w+/.exec(text)?.[0] ?? "query", SpanKind.CLIENT, attributes, parent, run);
  }

  return {
    followRequests(app) {
      const contexts = new WeakMap<FastifyRequest, Context>();
      app.addHook("onRequest", (request, _, done) => {
        const parent = remoteParent(request.headers.traceparent);
        const route = request.routeOptions.url ?? "none";
        const attributes = { "http.request.method": request.method, "http.route": route, request_id: request.id };
        const span = tracer.startSpan(`${request.method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent);
        const context = trace.setSpan(parent, span);
        contexts.set(request, context);
        current.run(context, done);
      });
      // reading the body leaves the request's async context
      app.addHook("preValidation", (request, _, done) => current.run(contexts.get(request) ?? ROOT_CONTEXT, done));
      app.addHook("onResponse", (request, reply, done) => {
        const span = trace.getSpan(contexts.get(request) ?? ROOT_CONTEXT);
        span?.setAttribute("http.response.status_code", reply.statusCode);
        if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
        span?.end();
        done();
      });
    },
    followStatements(pool) {
      follow(pool, traced);
      // at the first use, since some connections are older
      const followed = new WeakSet<PoolClient>();
      pool.on("acquire", (client) => {
        if (followed.has(client)) return;
        followed.add(client);
        follow(client, traced);
      });
    },
    aroundJob: (queue, work) => inSpan(`job ${queue}`, SpanKind.CONSUMER, { "job.queue": queue }, ROOT_CONTEXT, work),
    async close() {
      const timeout = Promise.withResolvers<void>();
      const timer = setTimeout(timeout.resolve, closeTimeoutMs);
      await Promise.race([provider.shutdown().catch(() => {}), timeout.promise]);
      clearTimeout(timer);
    },
  };
}

type Query = (statement: unknown, ...rest: unknown[]) => Promise<unknown>;

/** Wraps `query`. Calls with a callback come from the pool, which is wrapped itself. */
function follow(queryable: Pool | PoolClient, around: <T>(statement: unknown, run: () => Promise<T>) => Promise<T>) {
  const query = queryable.query.bind(queryable) as Query;
  const followed: Query = (statement, ...rest) => {
    if (typeof rest.at(-1) === "function") return query(statement, ...rest);
    return around(statement, () => query(statement, ...rest));
  };
  queryable.query = followed as typeof queryable.query;
}

/** The text of a statement; none for streams. */
function textOf(statement: unknown): string | undefined {
  if (typeof statement === "string") return statement;
  const { text, submit } = statement as { text?: unknown; submit?: unknown };
  return typeof text === "string" && !submit ? text : undefined;
}

/** The caller's span, from the W3C Trace Context header. */
function remoteParent(header: unknown): Context {
  const [, traceId, spanId, flags] = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/.exec(String(header)) ?? [];
  if (!traceId || !spanId || !flags) return ROOT_CONTEXT;
  const traceFlags = Number.parseInt(flags, 16);
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

/** An unreachable collector fails every few seconds, but is logged once a minute. */
function diagnosticsTo(log: FastifyBaseLogger) {
  let silentUntil = 0;
  const ignore = () => {};
  return {
    error(message: string) {
      if (Date.now() < silentUntil) return;
      silentUntil = Date.now() + logEveryMs;
      log.warn({ reason: message }, "failed to send traces");
    },
    warn: ignore,
    info: ignore,
    debug: ignore,
    verbose: ignore,
  };
}
