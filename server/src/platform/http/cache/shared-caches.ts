import type { FastifyInstance, FastifyReply } from "fastify";

/**
 * Lets shared caches store a response for so many seconds, and serve it for as many more while they renew it, counted
 * from when it was created `age` seconds ago. Browsers revalidate it each time: they would obey
 * `stale-while-revalidate` too.
 */
export function allowSharing(reply: FastifyReply, { seconds, age }: { seconds: number; age: number }): FastifyReply {
  const lifetimes = `s-maxage=${seconds}, stale-while-revalidate=${seconds}`;
  reply.header("cache-control", `public, max-age=0, must-revalidate, ${lifetimes}`);
  const whole = Math.floor(age);
  if (whole < 1) return reply;
  // nginx ignores `Age`, and removes the second header
  return reply.header("age", whole).header("x-accel-expires", Math.max(0, seconds - whole));
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
const sharedCacheHeaders = ["x-accel-expires"];

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
