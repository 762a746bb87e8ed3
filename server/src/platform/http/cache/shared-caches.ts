import type { FastifyInstance, FastifyReply } from "fastify";
import { type CacheKey, type SurrogateKey, tagsOf } from "./cache-tags.ts";

/** `s-maxage` without a purge hook, in seconds. */
const unpurgedSeconds = 1;

/**
 * `stale-while-revalidate`, in seconds. Browsers obey it too, so it stays short whatever the operator sets; the
 * site's own calls always revalidate (`web/src/api/call.ts`).
 */
const revalidateSeconds = 4;

/** The caching of responses that are the same for everyone. */
export interface SharedCaching {
  /**
   * Lets shared caches store the response under the tags of what it depends on. Not `isCurrent`: it became outdated
   * while it was created.
   */
  allow(reply: FastifyReply, keys: Iterable<CacheKey>, isCurrent?: boolean): FastifyReply;
}

/**
 * `seconds`: the operator's `s-maxage`, with a purge hook. Responses of a process that is not fresh (`isFresh`) are
 * cached as without a hook, as their purge may be over already; so are responses that change with time, which nothing
 * purges.
 */
export function createSharedCaching({
  seconds,
  isFresh,
}: {
  seconds: number | undefined;
  isFresh(): boolean;
}): SharedCaching {
  return {
    allow(reply, dependsOn, isCurrent = true) {
      const keys = new Set(dependsOn);
      const isPurged = seconds !== undefined && isCurrent && isFresh() && !keys.has("minute");
      const shared = isPurged ? seconds : unpurgedSeconds;
      const caching = `public, max-age=0, s-maxage=${shared}, stale-while-revalidate=${revalidateSeconds}`;
      return nameForPurge(reply.header("cache-control", caching), tagsOf(keys));
    },
  };
}

/** Sends the cache tags in the headers of both kinds of caches. */
export function nameForPurge(reply: FastifyReply, keys: Iterable<SurrogateKey>): FastifyReply {
  const names = [...keys];
  return reply.header("surrogate-key", names.join(" ")).header("cache-tag", names.join(","));
}

/**
 * The last guard, on every response: shared caches must not store errors, cookies, responses to signed-in callers, or
 * the caller's rate limit. Responses without `cache-control` are not stored at all.
 */
export function guardSharedCaches(app: FastifyInstance): void {
  app.addHook("onSend", async ({ headers }, reply) => {
    const caching = String(reply.getHeader("cache-control") ?? "no-store");
    if (reply.statusCode >= 400 || reply.hasHeader("set-cookie")) reply.header("cache-control", "no-store");
    else reply.header("cache-control", headers.authorization === undefined ? caching : toPrivate(caching));
    const isShared = String(reply.getHeader("cache-control")).startsWith("public");
    for (const name of isShared ? callerHeaders : sharedCacheHeaders) reply.removeHeader(name);
  });
}

const callerHeaders = ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"];
const sharedCacheHeaders = ["surrogate-key", "cache-tag"];

function toPrivate(caching: string): string {
  if (!caching.startsWith("public")) return caching;
  return caching.includes("immutable") ? caching.replace("public", "private") : "private, no-cache";
}

/** Marks public responses as stale (`age`, `warning`) while the process may have missed changes. */
export function markStale(app: FastifyInstance, staleSince: () => number | null): void {
  app.addHook("onSend", (_, reply, payload, done) => {
    const since = staleSince();
    if (since !== null && String(reply.getHeader("cache-control")).startsWith("public")) {
      reply.header("age", Math.ceil((Date.now() - since) / 1_000)).header("warning", '110 - "Response is stale"');
    }
    done(null, payload);
  });
}
