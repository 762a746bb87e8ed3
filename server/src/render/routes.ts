import type { Call } from "contract/core/call.ts";
import { AppError } from "contract/core/errors.ts";
import type { Market } from "contract/markets/schema.ts";
import type { FastifyBaseLogger, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { OnTags } from "../platform/http/bind.ts";
import { bestEncoding, chooseEncoding, type Encoding, encode } from "../platform/http/body.ts";
import type { CacheKey } from "../platform/http/cache/cache-tags.ts";
import { type CachedResponse, createResponseCache } from "../platform/http/cache/response-cache.ts";
import type { SharedCaching } from "../platform/http/cache/shared-caches.ts";
import { type Content, isCurrent, revisionOf } from "../platform/http/content.ts";
import { toAppError } from "../platform/http/errors.ts";
import { callTimeoutMs } from "../platform/http/limits/limits.ts";
import { addressKey } from "../platform/http/limits/rate-limit.ts";
import { shareOfMemory } from "../platform/process/memory.ts";
import { createSingleFlight } from "../platform/process/semaphore.ts";
import { artworkRoutes } from "./artwork.ts";
import { crawlerRoutes, type SitemapPages } from "./crawlers.ts";
import { devPages } from "./dev-pages.ts";
import { failurePage } from "./failure-page.ts";
import { formRoutes } from "./form-routes.ts";
import { pageAddress } from "./page-addresses.ts";
import { pageCache } from "./page-cache.ts";
import type { FinishedPage } from "./page-messages.ts";
import type { Page } from "./pages.ts";
import { rememberRepeated } from "./repeated-calls.ts";

export interface RenderOptions {
  /** The API, in this process; reports the cache tags of its results. */
  call(onTags: OnTags): Call;
  env: { publicUrl: string; development: boolean };
  content: Content;
  caching: SharedCaching;
  /** Counts a rendered page for a client address. Throws `rate_limited`. */
  countMiss(address: string): void;
  /** What the sitemap lists of a market. */
  listPages(market: Market): SitemapPages;
  /** The markets that have pages, the default one first. */
  listMarkets(): readonly Market[];
  /** The build folder, if not the default one. */
  build?: URL;
}

/** Memory for cached pages. */
const cacheBytes = shareOfMemory(1 / 128, { min: 48, max: 96 }) * 1024 * 1024;

/** Mounts the pages with their scripts and styles, and the files for crawlers. Pages take every path without a route. */
export async function renderRoutes(app: FastifyInstance, options: RenderOptions): Promise<void> {
  const { content, caching, countMiss, listPages, listMarkets } = options;
  const { publicUrl, development } = options.env;
  const cache = createResponseCache(content, cacheBytes);
  const callFor = (onTags: OnTags) => loggedCall(options.call(onTags), app.log);
  const callForPage = rememberRepeated(content, callFor);
  crawlerRoutes(app, { publicUrl, listPages, listMarkets, content, cache });
  artworkRoutes(app, cache);

  if (development) {
    const pages = await devPages(app, { publicUrl });
    await formRoutes(app, {
      publicUrl,
      countMiss,
      sendPage: async (request, reply, posted, status) =>
        sendLivePage(reply, { ...(await pages.render(request.url, callFor(ignored), posted)), status }),
    });
    app.get("/*", async (request, reply) => {
      if (await pages.serveSource(request, reply)) return reply.hijack();
      return sendLivePage(reply, await pages.render(request.url, callFor(ignored)));
    });
    return;
  }

  const pages = await pageCache(app, { publicUrl }, options.build);
  /** Renders in progress, by key and content version: concurrent visitors share one. */
  const rendering = createSingleFlight<CachedResponse | FinishedPage>();

  /** Versions are taken before each call of the page, so that a change in between invalidates it. */
  async function renderAndCache(
    url: string,
    encoding: Encoding,
    client: string,
  ): Promise<CachedResponse | FinishedPage> {
    const revision = new Map<CacheKey, number>();
    const onTags: OnTags = (keys) => {
      for (const [name, version] of revisionOf(content, keys)) if (!revision.has(name)) revision.set(name, version);
    };
    const page = await pages.render(url, encoding, callForPage(onTags), client);
    if (page.status !== 200) return page;
    return cache.set(page.key, { revision, contentType: htmlType, body: page.body, policy: page.policy });
  }

  /** Joins a render in progress at no charge to the visitor's limit. */
  function renderOnce(request: FastifyRequest, key: string, client: string): Promise<CachedResponse | FinishedPage> {
    const sharedKey = `${content.version()} ${key}`;
    if (!rendering.has(sharedKey)) countMiss(request.ip);
    return rendering(sharedKey, () => renderAndCache(request.url, encodingFor(request), client));
  }

  async function servePage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const [path, search] = splitAddress(request.url);
    const address = pageAddress(path);
    if (address?.page.secret) reply.header("referrer-policy", "no-referrer");
    if (address && address.path !== path) {
      return reply.header("cache-control", "no-store").redirect(address.path + search, 308);
    }
    const client = addressKey(request.ip);
    const secret = address?.page.secret;
    if (secret === "token" || secret === "link") {
      countMiss(request.ip);
      const shown = secret === "token" ? path : request.url;
      const page = await pages.render(shown, encodingFor(request), callForPage(ignored), client);
      return sendEphemeralPage(request, reply, page);
    }
    const key = await pages.keyOf(request.url, client);
    const page = cache.get(key) ?? (await renderOnce(request, key, client));
    if ("status" in page) return sendEphemeralPage(request, reply, page);
    const isFresh = isCurrent(content, page.revision);
    return cache.send(request, caching.allow(reply, page.revision.keys(), isFresh), page);
  }

  await formRoutes(app, {
    publicUrl,
    countMiss,
    async sendPage(request, reply, posted, status) {
      const [path] = splitAddress(request.url);
      if (pageAddress(path)?.page.secret) reply.header("referrer-policy", "no-referrer");
      const client = addressKey(request.ip);
      const page = await pages.render(path, encodingFor(request), callForPage(ignored), client, posted);
      return sendEphemeralPage(request, reply, page.status === 200 ? { ...page, status } : page);
    },
  });

  app.get("/*", { errorHandler, handlerTimeout: callTimeoutMs }, (request, reply) =>
    servePage(request, reply).catch((error) => {
      // an AppError is already in the log
      if (!(error instanceof AppError)) request.log.error({ err: error }, "failed to render a page");
      const isLimited = error instanceof AppError && error.code === "rate_limited";
      return failurePage(reply, isLimited ? { status: 429, retryAfter: error.retryAfter } : {});
    }),
  );
}

/** Cached pages are compressed; clients without compression get them decompressed. */
function encodingFor({ headers }: FastifyRequest): Encoding {
  const encoding = bestEncoding(headers["accept-encoding"]);
  return encoding === "identity" ? "zstd" : encoding;
}

const htmlType = "text/html; charset=utf-8";

const ignored: OnTags = () => {};

/** Path and search, which is empty or begins with its question mark. */
function splitAddress(url: string): [path: string, search: string] {
  const at = url.indexOf("?");
  return at < 0 ? [url, ""] : [url.slice(0, at), url.slice(at)];
}

/** Errors before rendering, such as a full queue, are shown as a page. */
function errorHandler(error: FastifyError, _: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (toAppError(error).code !== "unavailable") throw error;
  return failurePage(reply);
}

/** Sends a page that is not cached: not found, a redirect, an error. */
async function sendEphemeralPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, location, policy, body }: FinishedPage,
): Promise<FastifyReply> {
  if (location !== null) return reply.header("cache-control", "no-store").redirect(location, status);
  if (policy) reply.header("content-security-policy", policy);
  const encoding = chooseEncoding(request.headers["accept-encoding"], body.length);
  if (encoding !== "identity") reply.header("content-encoding", encoding);
  reply.header("vary", "Accept-Encoding, Authorization");
  return sendUnkept(reply, status, (await encode(body, encoding)).bytes);
}

/** Sends a page in development, without a policy, which Vite would violate. */
function sendLivePage(reply: FastifyReply, { status, location, html }: Page): FastifyReply {
  if (location !== null) return reply.header("cache-control", "no-store").redirect(location, status);
  return sendUnkept(reply.removeHeader("content-security-policy"), status, html);
}

function sendUnkept(reply: FastifyReply, status: number, bytes: string | Buffer): FastifyReply {
  // a failed load is temporary: crawlers should come back
  const failed = status >= 500;
  if (failed) reply.header("retry-after", "5");
  return reply
    .code(failed ? 503 : status)
    .header("cache-control", "no-store")
    .type(htmlType)
    .send(bytes);
}

/** Logs failed calls in full; the page gets what a caller may know. */
function loggedCall(call: Call, log: FastifyBaseLogger): Call {
  return (route, input, options) =>
    call(route, input, options).catch((error: unknown) => {
      if (!(error instanceof AppError)) log.error({ err: error, route }, "a call failed while rendering a page");
      throw toAppError(error);
    });
}
