import { AppError } from "contract/core/errors.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { cacheOfLatest } from "../../process/latest.ts";
import { sizes } from "../../process/sizes.ts";
import { type Body, chooseEncoding, type Encoding, encode, plainBody } from "../body.ts";
import { isKnown } from "./etag.ts";
import { allowSharing } from "./shared-caches.ts";

/** A response in each of the encodings that were requested. */
interface CachedResponse {
  key: string;
  status: number;
  /** The target of a redirect. */
  location: string | null;
  contentType: string;
  /** The content security policy of a page. */
  policy: string | undefined;
  /** The plain one is dropped once there is another, and decompressed from that when requested. */
  bodies: [Body, ...Body[]];
  /** When its data was about to be read, in ms on the cache's clock. */
  createdAt: number;
}

interface NewResponse {
  /** Only 200, the default, is cached. */
  status?: number;
  location?: string | null;
  contentType: string;
  body: Body | string;
  policy?: string | undefined;
}

export interface ResponseCache {
  /**
   * The response under the key. A cached one serves for the cache's time, and once more for as long while a single
   * `create` renews it, which may fail without effect; then callers wait for one that they share, and get its error.
   * `isAwaited`: whether the caller waits for it.
   */
  respond(key: string, create: (isAwaited: boolean) => NewResponse | Promise<NewResponse>): Promise<CachedResponse>;
  /** Forgets everything, including responses that are being created. */
  clear(): void;
  /**
   * Sends a response in the encoding that the client prefers, or 304 when the client has it already. Shared caches may
   * store it for what is left of its time, unless the reply has a `cache-control` already.
   */
  send(request: FastifyRequest, reply: FastifyReply, response: CachedResponse): Promise<FastifyReply>;
  /** Lets shared caches store a reply, as `send` does; without a response it was created for this request. */
  share(reply: FastifyReply, response?: CachedResponse): FastifyReply;
}

export interface ResponseCacheOptions {
  /** For how long a response is fresh, and then for how long it is served while it is renewed. */
  seconds: number;
  maxBytes?: number;
  /** In ms. */
  now?: () => number;
  /** Called when a response could not be renewed, unless a call refused. */
  onRenewalError?: (error: unknown) => void;
}

/** Bytes of a response besides its bodies. */
const overhead = 500;
/** Filled beyond this part, the cache admits only what was requested before: most addresses are requested once. */
const admitsAll = 0.8;
const maxRequested = 10_000;

/** Whole responses in memory, compressed, by time alone. The least recently used ones are evicted first. */
export function createResponseCache(options: ResponseCacheOptions): ResponseCache {
  const {
    seconds,
    maxBytes = sizes.responseCacheMb * 1024 ** 2,
    now = () => performance.now(),
    onRenewalError = () => {},
  } = options;
  const responses = new LRUCache<string, CachedResponse>({ maxSize: maxBytes, sizeCalculation: sizeOf });
  const requested = cacheOfLatest<true>(maxRequested);
  const renewals = new Map<string, Promise<CachedResponse>>();
  const ageOf = ({ createdAt }: CachedResponse) => (now() - createdAt) / 1_000;

  function wasRequested(key: string): boolean {
    const was = requested.has(key);
    requested.set(key, true);
    return was;
  }

  function store(response: CachedResponse): void {
    const { key } = response;
    const isShort = responses.calculatedSize > maxBytes * admitsAll;
    if (!isShort || responses.has(key) || wasRequested(key)) responses.set(key, response);
  }

  async function createResponse(key: string, create: () => NewResponse | Promise<NewResponse>) {
    const createdAt = now();
    const { status = 200, location = null, contentType, policy, body } = await create();
    const first = typeof body === "string" ? plainBody(body) : body;
    return { key, status, location, contentType, policy, bodies: [first], createdAt } satisfies CachedResponse;
  }

  /** One at a time per key. A renewal that `clear` has overtaken is not stored. */
  function renew(key: string, create: () => NewResponse | Promise<NewResponse>): Promise<CachedResponse> {
    const begun = renewals.get(key);
    if (begun) return begun;
    const renewal = createResponse(key, create)
      .then((response) => {
        if (renewals.get(key) === renewal && response.status === 200) store(response);
        return response;
      })
      .finally(() => {
        if (renewals.get(key) === renewal) renewals.delete(key);
      });
    renewals.set(key, renewal);
    return renewal;
  }

  async function bodyIn(encoding: Encoding, response: CachedResponse): Promise<Body> {
    const find = () => response.bodies.find((body) => body.encoding === encoding);
    const body = find() ?? (await encode(response.bodies[0], encoding));
    // a concurrent request may have added the same
    if (encoding !== "identity" && !find()) addBody(response, body);
    return body;
  }

  function addBody(response: CachedResponse, body: Body): void {
    const isCached = responses.peek(response.key) === response;
    // its size is calculated when it is set
    if (isCached) responses.delete(response.key);
    response.bodies = [body, ...response.bodies.filter(({ encoding }) => encoding !== "identity")];
    if (isCached) responses.set(response.key, response);
  }

  function share(reply: FastifyReply, response?: CachedResponse): FastifyReply {
    return allowSharing(reply, { seconds, age: response ? ageOf(response) : 0 });
  }

  return {
    async respond(key, create) {
      const cached = responses.get(key);
      if (cached && ageOf(cached) < seconds) return cached;
      const isAwaited = !cached || ageOf(cached) >= 2 * seconds;
      const renewal = renew(key, () => create(isAwaited));
      if (isAwaited) return renewal;
      renewal.catch((error) => {
        if (!(error instanceof AppError)) onRenewalError(error);
      });
      return cached;
    },
    clear() {
      responses.clear();
      renewals.clear();
    },
    async send(request, reply, response) {
      const { tag, length } = response.bodies[0];
      const encoding = chooseEncoding(request.headers["accept-encoding"], length);
      const etag = `"${tag}${encoding === "identity" ? "" : `-${encoding}`}"`;
      reply.header("etag", etag).header("vary", "Accept-Encoding, Authorization");
      if (!reply.hasHeader("cache-control")) share(reply, response);
      if (response.policy) reply.header("content-security-policy", response.policy);
      if (isKnown(request, etag)) return reply.code(304).send();
      if (encoding !== "identity") reply.header("content-encoding", encoding);
      const { bytes } = await bodyIn(encoding, response);
      return reply.type(response.contentType).send(bytes);
    },
    share,
  };
}

function sizeOf({ bodies }: CachedResponse): number {
  return bodies.reduce((sum, { bytes }) => sum + bytes.length, overhead);
}
