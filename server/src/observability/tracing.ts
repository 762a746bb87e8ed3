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
  /** The collector's address; `/v1/traces` is added. */
  endpoint: string;
  /** Which part of the traces that begin here is kept: 0 to 1. One that began elsewhere is kept as it says itself. */
  share: number;
  version: string;
  log: FastifyBaseLogger;
}

export interface Tracing {
  /** A span for each request, under the one that its `traceparent` names. */
  followRequests(app: FastifyInstance): void;
  /** A span for each statement that a request or a job makes: its text, in which parameters stand for all values. */
  followStatements(pool: Pool): void;
  aroundJob(queue: string, work: () => Promise<void>): Promise<void>;
  /** Sends what is left, as far as the collector takes it soon. */
  close(): Promise<void>;
}

const closePatienceMs = 1_000;
const complaintEveryMs = 60_000;

/** Sends traces to a collector by OTLP over HTTP. Imported only where that is wanted: the libraries take their time to load. */
export function startTracing({ endpoint, share, version, log }: TracingOptions): Tracing {
  diag.setLogger(complaintsTo(log), DiagLogLevel.ERROR);
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces` });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": brand.slug, "service.version": version }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: 1_000 })],
  });
  const tracer = provider.getTracer(brand.slug);
  /** The span that what runs belongs to. */
  const current = new AsyncLocalStorage<Context>();

  /** Runs the work under a span of its own, which says whether it failed. */
  function inSpan<T>(name: string, kind: SpanKind, attributes: Attributes, parent: Context, work: () => Promise<T>) {
    const span = tracer.startSpan(name, { kind, attributes }, parent);
    return current.run(trace.setSpan(parent, span), async () => {
      try {
        return await work();
      } catch (error) {
        // a code alone: messages quote values
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
      // reading a body goes on where the connection delivers it
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
      // at its first use from here on, as some connections may be older
      const followed = new WeakSet<PoolClient>();
      pool.on("acquire", (client) => {
        if (followed.has(client)) return;
        followed.add(client);
        follow(client, traced);
      });
    },
    aroundJob: (queue, work) => inSpan(`job ${queue}`, SpanKind.CONSUMER, { "job.queue": queue }, ROOT_CONTEXT, work),
    async close() {
      const impatience = Promise.withResolvers<void>();
      const timer = setTimeout(impatience.resolve, closePatienceMs);
      await Promise.race([provider.shutdown().catch(() => {}), impatience.promise]);
      clearTimeout(timer);
    },
  };
}

type Query = (statement: unknown, ...rest: unknown[]) => Promise<unknown>;

/** Puts `around` about each of the queries. With a callback it is the pool that asks, for a query that is followed already. */
function follow(queryable: Pool | PoolClient, around: <T>(statement: unknown, run: () => Promise<T>) => Promise<T>) {
  const query = queryable.query.bind(queryable) as Query;
  const followed: Query = (statement, ...rest) => {
    if (typeof rest.at(-1) === "function") return query(statement, ...rest);
    return around(statement, () => query(statement, ...rest));
  };
  queryable.query = followed as typeof queryable.query;
}

/** The text of what is handed to `query`; none for what reads or writes a stream. */
function textOf(statement: unknown): string | undefined {
  if (typeof statement === "string") return statement;
  const { text, submit } = statement as { text?: unknown; submit?: unknown };
  return typeof text === "string" && !submit ? text : undefined;
}

/** The span of the caller, by the header of W3C Trace Context. */
function remoteParent(header: unknown): Context {
  const [, traceId, spanId, flags] = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/.exec(String(header)) ?? [];
  if (!traceId || !spanId || !flags) return ROOT_CONTEXT;
  const traceFlags = Number.parseInt(flags, 16);
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

/** A collector that is away fails every few seconds: one line a minute says enough. */
function complaintsTo(log: FastifyBaseLogger) {
  let silentUntil = 0;
  const nothing = () => {};
  return {
    error(message: string) {
      if (Date.now() < silentUntil) return;
      silentUntil = Date.now() + complaintEveryMs;
      log.warn({ reason: message }, "traces could not be sent");
    },
    warn: nothing,
    info: nothing,
    debug: nothing,
    verbose: nothing,
  };
}
