import type { Call } from "contract/call.ts";
import { AppError } from "contract/errors.ts";
import type { FastifyBaseLogger, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type Answer, createAnswerCache } from "../http/answer-cache.ts";
import type { OnShown } from "../http/bind.ts";
import { bestEncoding, chooseEncoding, type Encoding, encode } from "../http/body.ts";
import { type Content, isCurrent, stampOf } from "../http/content.ts";
import { toAppError } from "../http/errors.ts";
import { callTimeoutMs } from "../http/limits.ts";
import { addressKey } from "../http/rate-limit.ts";
import type { SharedCaching } from "../http/shared-caches.ts";
import type { SurrogateKey } from "../http/surrogate-keys.ts";
import { shareOfMemory } from "../memory.ts";
import { createSharing } from "../turns.ts";
import { artworkRoutes } from "./artwork.ts";
import { builtPages } from "./built-pages.ts";
import { crawlerRoutes } from "./crawlers.ts";
import { failurePage } from "./failure-page.ts";
import { formRoutes } from "./form-routes.ts";
import { livePages } from "./live-pages.ts";
import { pageAddress } from "./page-addresses.ts";
import type { FinishedPage } from "./page-messages.ts";
import type { Page } from "./pages.ts";
import { rememberRepeated } from "./repeated-calls.ts";

export interface RenderOptions {
  /** The API, in this process; tells what its answers show. */
  call(onShown: OnShown): Call;
  env: { publicUrl: string; development: boolean };
  content: Content;
  caching: SharedCaching;
  /** Counts a page that is made for an address. Throws `rate_limited`. */
  countMiss(address: string): void;
  catalogue: { publicGameIds(): ArrayLike<number> };
  /** The folder of the website's build, if not the usual one. */
  build?: URL;
}

/** Memory for finished pages: where there is plenty, more of them need not be made anew. */
const cacheBytes = shareOfMemory(1 / 128, { least: 48, most: 96 }) * 1024 * 1024;

/**
 * Everything that a browser opens: the pages, rendered here, with their scripts and styles, and what crawlers ask for.
 * The pages take every path that no other route has.
 */
export async function renderRoutes(app: FastifyInstance, options: RenderOptions): Promise<void> {
  const { content, caching, countMiss, catalogue } = options;
  const { publicUrl, development } = options.env;
  const cache = createAnswerCache(content, cacheBytes);
  const callFor = (onShown: OnShown) => loggedCall(options.call(onShown), app.log);
  const callForPage = rememberRepeated(content, callFor);
  crawlerRoutes(app, { publicUrl, publicGameIds: () => catalogue.publicGameIds(), content, cache });
  artworkRoutes(app, cache);

  if (development) {
    const pages = await livePages(app, { publicUrl });
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

  const pages = await builtPages(app, { publicUrl }, options.build);
  /** Pages being rendered, by key and content version: visitors who come at once wait for one rendering. */
  const rendering = createSharing<Answer | FinishedPage>();

  /** A page shows what the calls show that it makes: their versions are taken before each. */
  async function make(url: string, encoding: Encoding, client: string): Promise<Answer | FinishedPage> {
    const stamp = new Map<SurrogateKey, number>();
    const onShown: OnShown = (keys) => {
      for (const [name, version] of stampOf(content, keys)) if (!stamp.has(name)) stamp.set(name, version);
    };
    const page = await pages.render(url, encoding, callForPage(onShown), client);
    if (page.status !== 200) return page;
    return cache.set(page.key, { stamp, contentType: htmlType, body: page.body, policy: page.policy });
  }

  /** Who comes while the same page is made for another waits for that one, at no charge. */
  function makeOnce(request: FastifyRequest, key: string, client: string): Promise<Answer | FinishedPage> {
    const sharedKey = `${content.version()} ${key}`;
    if (!rendering.has(sharedKey)) countMiss(request.ip);
    return rendering(sharedKey, () => make(request.url, packingFor(request), client));
  }

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const [path, search] = splitAddress(request.url);
    const address = pageAddress(path);
    if (address?.page.secret) reply.header("referrer-policy", "no-referrer");
    if (address && address.path !== path) {
      return reply.header("cache-control", "no-store").redirect(address.path + search, 308);
    }
    const client = addressKey(request.ip);
    if (address?.page.secret === "token") {
      countMiss(request.ip);
      const page = await pages.render(path, packingFor(request), callForPage(ignored), client);
      return sendPassingPage(request, reply, page);
    }
    const key = await pages.keyOf(request.url, client);
    const page = (key !== null && cache.get(key)) || (await makeOnce(request, key ?? request.url, client));
    if ("status" in page) return sendPassingPage(request, reply, page);
    return cache.send(request, caching.allow(reply, page.stamp.keys(), isCurrent(content, page.stamp)), page);
  }

  await formRoutes(app, {
    publicUrl,
    countMiss,
    async sendPage(request, reply, posted, status) {
      const [path] = splitAddress(request.url);
      if (pageAddress(path)?.page.secret) reply.header("referrer-policy", "no-referrer");
      const client = addressKey(request.ip);
      const page = await pages.render(path, packingFor(request), callForPage(ignored), client, posted);
      return sendPassingPage(request, reply, page.status === 200 ? { ...page, status } : page);
    },
  });

  app.get("/*", { errorHandler, handlerTimeout: callTimeoutMs }, (request, reply) =>
    answer(request, reply).catch((error) => {
      // what keeps all pages from being made is in the log already
      if (!(error instanceof AppError)) request.log.error({ err: error }, "could not render a page");
      const isLimited = error instanceof AppError && error.code === "rate_limited";
      return failurePage(reply, isLimited ? { status: 429, retryAfter: error.retryAfter } : {});
    }),
  );
}

/** What is kept is packed, whoever asks: who wants it plain gets it unpacked. */
function packingFor({ headers }: FastifyRequest): Encoding {
  const encoding = bestEncoding(headers["accept-encoding"]);
  return encoding === "identity" ? "zstd" : encoding;
}

const htmlType = "text/html; charset=utf-8";

const ignored: OnShown = () => {};

/** Path and search, which is empty or begins with its question mark. */
function splitAddress(url: string): [path: string, search: string] {
  const at = url.indexOf("?");
  return at < 0 ? [url, ""] : [url.slice(0, at), url.slice(at)];
}

/** What stops a visitor before the page is rendered, such as too many others, is told by a page, too. */
function errorHandler(error: FastifyError, _: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (toAppError(error).code !== "unavailable") throw error;
  return failurePage(reply);
}

/** Sends a page that is not kept: an unknown thing, a redirect, a failure. */
async function sendPassingPage(
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

/** Sends a page of a developer's, who gets no policy that Vite would break. */
function sendLivePage(reply: FastifyReply, { status, location, html }: Page): FastifyReply {
  if (location !== null) return reply.header("cache-control", "no-store").redirect(location, status);
  return sendUnkept(reply.removeHeader("content-security-policy"), status, html);
}

function sendUnkept(reply: FastifyReply, status: number, bytes: string | Buffer): FastifyReply {
  // a failed load is a matter of the moment: crawlers and visitors should come back
  const failed = status >= 500;
  if (failed) reply.header("retry-after", "5");
  return reply
    .code(failed ? 503 : status)
    .header("cache-control", "no-store")
    .type(htmlType)
    .send(bytes);
}

/** Failures of calls during rendering: the log gets all of them, the page no more than a caller may know. */
function loggedCall(call: Call, log: FastifyBaseLogger): Call {
  return (route, input, options) =>
    call(route, input, options).catch((error: unknown) => {
      if (!(error instanceof AppError)) log.error({ err: error, route }, "a call failed while rendering a page");
      throw toAppError(error);
    });
}
