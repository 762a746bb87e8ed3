import type { FastifyInstance } from "fastify";

/**
 * Bodies are JSON (decisions.md section 4). An empty one that says it is JSON counts as none:
 * many clients name the type on every call, also on those that carry nothing.
 */
export function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) =>
    body === "" ? done(null, undefined) : parse(request, body as string, done),
  );
}
