import type { FastifyInstance, FastifyReply } from "fastify";
import type { SurrogateKey } from "./surrogate-keys.ts";

/** For how many seconds a cache may answer by itself, where nothing tells it of changes. */
const unpurgedSeconds = 1;

/**
 * For how many seconds after that it may still answer with what it has, while it asks for something newer. Browsers obey
 * this too, so it stays short whatever the operator sets; the site's own calls ask every time (`web/src/api.ts`).
 */
const revalidateSeconds = 4;

/** What caches between here and the visitors may do with answers that are the same for everybody. */
export interface SharedCaching {
  /** Lets them keep the answer, to be dropped by these names. Not `isCurrent`: it was overtaken while it was made. */
  allow(reply: FastifyReply, keys: Iterable<SurrogateKey>, isCurrent?: boolean): FastifyReply;
}

/**
 * `seconds`: for how long, where a purge hook is set. What this process cannot vouch for (`isFresh`) lives no longer than
 * without a hook: the purge may be over when it gets there.
 */
export function createSharedCaching({
  seconds,
  isFresh,
}: {
  seconds: number | undefined;
  isFresh(): boolean;
}): SharedCaching {
  return {
    allow(reply, keys, isCurrent = true) {
      const shared = seconds !== undefined && isCurrent && isFresh() ? seconds : unpurgedSeconds;
      const caching = `public, max-age=0, s-maxage=${shared}, stale-while-revalidate=${revalidateSeconds}`;
      return nameForPurge(reply.header("cache-control", caching), keys);
    },
  };
}

/** Names what the answer shows, once for each of the two kinds of caches there are. */
export function nameForPurge(reply: FastifyReply, keys: Iterable<SurrogateKey>): FastifyReply {
  const names = [...keys];
  return reply.header("surrogate-key", names.join(" ")).header("cache-tag", names.join(","));
}

/**
 * The last gate, on every answer, whatever its route says. Nothing that says something of its caller may be kept by a
 * cache that others ask too: no failure, nothing that sets a cookie, no answer to somebody who is signed in, and not how
 * often the caller may still ask. An answer that says nothing of caches is kept by none.
 */
export function guardSharedCaches(app: FastifyInstance): void {
  app.addHook("onSend", async ({ headers: asked }, reply) => {
    const caching = String(reply.getHeader("cache-control") ?? "no-store");
    if (reply.statusCode >= 400 || reply.hasHeader("set-cookie")) reply.header("cache-control", "no-store");
    else reply.header("cache-control", asked.authorization === undefined ? caching : privately(caching));
    const isShared = String(reply.getHeader("cache-control")).startsWith("public");
    for (const name of isShared ? ofTheCaller : forSharedCaches) reply.removeHeader(name);
  });
}

const ofTheCaller = ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"];
const forSharedCaches = ["surrogate-key", "cache-tag"];

/** The same for the caller's own cache: what never changes need not be asked for again, anything else must be. */
function privately(caching: string): string {
  if (!caching.startsWith("public")) return caching;
  return caching.includes("immutable") ? caching.replace("public", "private") : "private, no-cache";
}
