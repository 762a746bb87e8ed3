import type { FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";

/** Since when documents are as they are, for clients that know no entity tags. */
export interface ModifiedTimes {
  /** Names the time in the response; returns whether the client has the document (RFC 9110, 13.1.3). */
  isKnown(request: FastifyRequest, reply: FastifyReply, document: { key: string; version: string }): boolean;
}

const maxDocuments = 1_000;

/**
 * A document counts as modified when this process first sees another version of it, so also after a restart: too often
 * rather than too seldom.
 */
export function createModifiedTimes(now: () => number = Date.now): ModifiedTimes {
  const documents = new LRUCache<string, { version: string; seconds: number }>({ max: maxDocuments });
  return {
    isKnown({ headers }, reply, { key, version }) {
      let known = documents.get(key);
      if (known?.version !== version) {
        // two versions within a second must not share a time
        known = { version, seconds: Math.max(Math.floor(now() / 1_000), (known?.seconds ?? 0) + 1) };
        documents.set(key, known);
      }
      reply.header("last-modified", new Date(known.seconds * 1_000).toUTCString());
      const since = Date.parse(headers["if-modified-since"] ?? "");
      return headers["if-none-match"] === undefined && since >= known.seconds * 1_000;
    },
  };
}
