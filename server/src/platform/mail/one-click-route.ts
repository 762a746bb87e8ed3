import type { FastifyInstance } from "fastify";

interface OneClick {
  /** The path, which is also that of a page. */
  path: string;
  /** Counts a request of a client address. Throws `rate_limited`. */
  count(address: string): void;
  /** Carries out what the link's token allows. */
  follow(token: string): Promise<unknown>;
}

/**
 * Where mail programs post when a user presses "unsubscribe" (RFC 8058): a form without a sign-in. Not a call of the
 * API, hence not bound.
 */
export function oneClickRoute(app: FastifyInstance, { path, count, follow }: OneClick): void {
  app.register(async (scope) => {
    // the address has all information, so the body is ignored
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "string", bodyLimit: 10_000 }, async () => undefined);
    scope.addHook("onRequest", async ({ ip }) => count(ip));
    scope.post<{ Querystring: { token?: unknown } }>(path, async (request, reply) => {
      await follow(String(request.query.token ?? ""));
      return reply.code(204).header("cache-control", "no-store").send();
    });
  });
}
