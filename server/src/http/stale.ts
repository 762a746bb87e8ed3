import type { FastifyInstance } from "fastify";

/**
 * Says of public answers that they may be out of date, while the process cannot hear what changes: how long it has known
 * nothing new (`age`, in seconds), and in words (`warning`). What is private comes from the database or not at all.
 */
export function markStale(app: FastifyInstance, staleSince: () => number | null): void {
  app.addHook("onSend", (_, reply, payload, done) => {
    const since = staleSince();
    if (since !== null && String(reply.getHeader("cache-control")).startsWith("public")) {
      reply.header("age", Math.ceil((Date.now() - since) / 1_000)).header("warning", '110 - "Response is stale"');
    }
    done(null, payload);
  });
}
