import type { FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { type Body, chooseEncoding, type Encoding, encode, plainBody } from "../body.ts";
import { type Content, isCurrent, type Revision } from "../content.ts";
import { isKnown } from "./etag.ts";

/** A response in each of the encodings that were requested. */
export interface CachedResponse {
  key: string;
  contentType: string;
  /** What it shows, and the versions that it shows of it. */
  revision: Revision;
  /** The content security policy of a page. */
  policy: string | undefined;
  /** The plain one is dropped once there is another, and decompressed from that when requested. */
  bodies: [Body, ...Body[]];
}

export interface NewResponse {
  /** Taken before anything was read for it. */
  revision: Revision;
  contentType: string;
  body: Body | string;
  policy?: string | undefined;
}

export interface ResponseCache {
  /** The response cached under the key, unless anything that it shows has changed since. */
  get(key: string): CachedResponse | undefined;
  /**
   * Returns the response, and caches it: unless it was outdated while it was created, or space is short and no one
   * requested it lately.
   */
  set(key: string, response: NewResponse): CachedResponse;
  /** Sends a response in the encoding that the client prefers, or 304 when the client has it already. */
  send(request: FastifyRequest, reply: FastifyReply, response: CachedResponse): Promise<FastifyReply>;
}

/** Bytes of a response besides its bodies. */
const overhead = 500;
/** Filled beyond this part, the cache admits only what was requested before: most addresses are requested once. */
const admitsAll = 0.8;
const maxRequested = 10_000;

/**
 * Whole responses in memory, compressed, least recently used out first. Each ends when something changes that it
 * shows.
 */
export function createResponseCache(content: Pick<Content, "versionOf">, maxBytes = 24 * 1024 * 1024): ResponseCache {
  const responses = new LRUCache<string, CachedResponse>({ maxSize: maxBytes, sizeCalculation: sizeOf });
  const requested = new LRUCache<string, true>({ max: maxRequested });

  function wasRequested(key: string): boolean {
    const was = requested.has(key);
    requested.set(key, true);
    return was;
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

  return {
    get(key) {
      const response = responses.get(key);
      if (!response || isCurrent(content, response.revision)) return response;
      wasRequested(key);
      responses.delete(key);
      return undefined;
    },
    set(key, { revision, contentType, body, policy }) {
      const first = typeof body === "string" ? plainBody(body) : body;
      const response: CachedResponse = { key, contentType, revision, policy, bodies: [first] };
      if (!isCurrent(content, revision)) return response;
      const isShort = responses.calculatedSize > maxBytes * admitsAll;
      if (!isShort || responses.has(key) || wasRequested(key)) responses.set(key, response);
      return response;
    },
    async send(request, reply, response) {
      const { tag, length } = response.bodies[0];
      const encoding = chooseEncoding(request.headers["accept-encoding"], length);
      const etag = `"${tag}${encoding === "identity" ? "" : `-${encoding}`}"`;
      reply.header("etag", etag).header("vary", "Accept-Encoding, Authorization");
      if (response.policy) reply.header("content-security-policy", response.policy);
      if (isKnown(request, etag)) return reply.code(304).send();
      if (encoding !== "identity") reply.header("content-encoding", encoding);
      const { bytes } = await bodyIn(encoding, response);
      return reply.type(response.contentType).send(bytes);
    },
  };
}

function sizeOf({ bodies }: CachedResponse): number {
  return bodies.reduce((sum, { bytes }) => sum + bytes.length, overhead);
}
