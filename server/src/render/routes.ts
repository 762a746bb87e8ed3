import type { Call } from "contract/core/call.ts";
import { AppError } from "contract/core/errors.ts";
import type { Market } from "contract/markets/schema.ts";
import type { FastifyBaseLogger, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { splitAddress } from "../platform/http/base-path.ts";
import { bestEncoding, chooseEncoding, type Encoding, encode } from "../platform/http/body.ts";
import { createResponseCache, type ResponseCache } from "../platform/http/cache/response-cache.ts";
import { toAppError } from "../platform/http/errors.ts";
import { callTimeoutMs } from "../platform/http/limits/limits.ts";
import { addressKey } from "../platform/http/limits/rate-limit.ts";
import { sizes } from "../platform/process/sizes.ts";
import { artworkRoutes } from "./artwork.ts";
import { builtPages } from "./built-pages.ts";
import { crawlerRoutes, type SitemapPages, type SitemapPlace } from "./crawlers.ts";
import { devPages } from "./dev-pages.ts";
import { failurePage, type PlaceTexts } from "./failure-page.ts";
import { formRoutes } from "./form-routes.ts";
import { pageAddress } from "./page-addresses.ts";
import type { FinishedPage } from "./page-messages.ts";
import type { Page } from "./pages.ts";

export interface RenderOptions {
  /** The API, in this process. */
  call: Call;
  env: { publicUrl: string; development: boolean; cacheSeconds: number };
  /** Counts a rendered page for a client address. Throws `rate_limited`. */
  countMiss(address: string): void;
  /** For the pages that show that rendering failed. */
  textsAt(address: string): PlaceTexts;
  /** What the sitemap lists of a market. */
  listPages(market: Market): Promise<SitemapPages>;
  /** The places that have pages, the site's own first. */
  listPlaces(): readonly SitemapPlace[];
  /** The build folder, if not the default one. */
  build?: URL;
}

/** What the render thread remembers of calls adds to the age of a page: hardly more than the time to reread a change. */
const maxRememberMs = 1_000;

/** Takes the turns of all renewals of cached pages: many begin at once, and visitors wait for other pages. */
const renewals = "renewals";

/**
 * Mounts the pages with their scripts and styles, and the files for crawlers. Pages take every path without a route.
 * Returns the cache of pages.
 */
export async function renderRoutes(app: FastifyInstance, options: RenderOptions): Promise<ResponseCache> {
  const { countMiss, textsAt, listPages, listPlaces } = options;
  const { publicUrl, development, cacheSeconds: seconds } = options.env;
  // failures are in the log already
  const cache = createResponseCache({ seconds, maxBytes: sizes.pageCacheMb * 1024 ** 2 });
  const call = loggedCall(options.call, app.log);
  crawlerRoutes(app, { publicUrl, listPages, listPlaces, cache });
  artworkRoutes(app, cache);

  if (development) {
    const pages = await devPages(app, { publicUrl });
    await formRoutes(app, {
      publicUrl,
      countMiss,
      textsAt,
      sendPage: async (request, reply, posted, status) =>
        sendLivePage(reply, { ...(await pages.render(request.url, call, posted)), status }),
    });
    app.get("/*", async (request, reply) => {
      if (await pages.serveSource(request, reply)) return reply.hijack();
      return sendLivePage(reply, await pages.render(request.url, call));
    });
    return cache;
  }

  const rememberMs = Math.min(seconds * 1_000, maxRememberMs);
  const pages = await builtPages(app, { publicUrl, rememberMs }, options.build);
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
      const page = await pages.render(shown, encodingFor(request), call, client);
      return sendEphemeralPage(request, reply, page);
    }
    if (wantsUncached(request)) {
      countMiss(request.ip);
      return sendEphemeralPage(request, reply, await pages.render(request.url, encodingFor(request), call, client));
    }
    const key = await pages.keyOf(request.url, client);
    const response = await cache.respond(key, async (isAwaited) => {
      countMiss(request.ip);
      const waiting = isAwaited ? client : renewals;
      const page = await pages.render(request.url, encodingFor(request), call, waiting);
      return { ...page, contentType: htmlType };
    });
    if (response.status === 200) return cache.send(request, reply, response);
    return sendEphemeralPage(request, reply, { ...response, body: response.bodies[0] });
  }

  await formRoutes(app, {
    publicUrl,
    countMiss,
    textsAt,
    async sendPage(request, reply, posted, status) {
      const [path] = splitAddress(request.url);
      if (pageAddress(path)?.page.secret) reply.header("referrer-policy", "no-referrer");
      const client = addressKey(request.ip);
      const page = await pages.render(path, encodingFor(request), call, client, posted);
      return sendEphemeralPage(request, reply, page.status === 200 ? { ...page, status } : page);
    },
  });

  /** Errors before rendering, such as a full queue, are shown as a page. */
  const errorHandler = (error: FastifyError, _: FastifyRequest, reply: FastifyReply) => {
    if (toAppError(error).code !== "unavailable") throw error;
    return failurePage(reply, textsAt);
  };

  app.get("/*", { errorHandler, handlerTimeout: callTimeoutMs }, (request, reply) =>
    servePage(request, reply).catch((error) => {
      // an AppError is already in the log
      if (!(error instanceof AppError)) request.log.error({ err: error }, "failed to render a page");
      const isLimited = error instanceof AppError && error.code === "rate_limited";
      return failurePage(reply, textsAt, isLimited ? { status: 429, retryAfter: error.retryAfter } : {});
    }),
  );
  return {
    ...cache,
    clear() {
      // before any page is rendered for the emptied cache
      pages.forgetCalls();
      cache.clear();
    },
  };
}

/** Cached pages are compressed; clients without compression get them decompressed. */
function encodingFor({ headers }: FastifyRequest): Encoding {
  const encoding = bestEncoding(headers["accept-encoding"]);
  return encoding === "identity" ? "zstd" : encoding;
}

/** Browsers of administrators send this cookie, so that they see each change at once (`web/src/api/session.ts`). */
const wantsUncached = ({ headers }: FastifyRequest) => /(?:^|;\s?)uncached=1(?:;|$)/.test(headers.cookie ?? "");

const htmlType = "text/html; charset=utf-8";

/** Sends a page that is not cached: not found, a redirect, an error. */
async function sendEphemeralPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, location, policy, body }: Omit<FinishedPage, "key">,
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
