import type { FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";

/** `Last-Modified` times of documents, for clients that don't send entity tags. */
export interface ModifiedTimes {
  /** Sets the header; returns whether the client's copy is current (RFC 9110, 13.1.3). */
  isNotModified(request: FastifyRequest, reply: FastifyReply, document: { key: string; version: string }): boolean;
}

const maxDocuments = 1_000;

/**
 * A document counts as modified when this process first sees a new version of it, also after a restart: false
 * positives only cost a transfer.
 */
export function createModifiedTimes(now: () => number = Date.now): ModifiedTimes {
  const documents = new LRUCache<string, { version: string; seconds: number }>({ max: maxDocuments });
  return {
    isNotModified({ headers }, reply, { key, version }) {
      let cached = documents.get(key);
      if (cached?.version !== version) {
        // two versions within a second must not share a time
        cached = { version, seconds: Math.max(Math.floor(now() / 1_000), (cached?.seconds ?? 0) + 1) };
        documents.set(key, cached);
      }
      reply.header("last-modified", new Date(cached.seconds * 1_000).toUTCString());
      const since = Date.parse(headers["if-modified-since"] ?? "");
      return headers["if-none-match"] === undefined && since >= cached.seconds * 1_000;
    },
  };
}
