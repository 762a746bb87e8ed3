import { basePathOf, pathBelow } from "contract/core/base-path.ts";
import { AppError } from "contract/core/errors.ts";
import type { FastifyInstance } from "fastify";
import { originForm } from "./security/malformed-address.ts";

/** Also served without the base path: who checks a process doesn't come through the proxy in front. */
const processPaths = ["/api/health", "/api/ready", "/metrics"];

/** Path and search, which is empty or begins with its question mark. */
export function splitAddress(url: string): [path: string, search: string] {
  const at = url.indexOf("?");
  return at < 0 ? [url, ""] : [url.slice(0, at), url.slice(at)];
}

/**
 * Turns the target of a request into the address that routes know, which is without the base path. Other targets stay,
 * for `serveBelow` to reject.
 */
export function targetReader(publicUrl: string): (target: string) => string {
  const basePath = basePathOf(publicUrl);
  if (basePath === "") return (target) => originForm(target, publicUrl);
  return (target) => {
    const address = originForm(target, publicUrl);
    const [path, search] = splitAddress(address);
    const below = processPaths.includes(path) ? null : pathBelow(basePath, path);
    return below === null ? address : below + search;
  };
}

/**
 * For a site whose PUBLIC_URL has a path: rejects requests beside it, and adds it to redirects within the site. Routes
 * neither see nor name it. Mount it before anything else.
 */
export function serveBelow(app: FastifyInstance, publicUrl: string): void {
  const basePath = basePathOf(publicUrl);
  if (basePath === "") return;

  app.addHook("onRequest", async (request, reply) => {
    const [path, search] = splitAddress(originForm(request.originalUrl, publicUrl));
    if (path.startsWith(`${basePath}/`) || processPaths.includes(path)) return;
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (isRead && (path === "/" || path === basePath)) {
      return reply.header("cache-control", "no-store").redirect(`/${search}`, 308);
    }
    throw new AppError("not_found", `This site is at ${publicUrl}`);
  });

  app.addHook("onSend", async (_, reply) => {
    const location = reply.getHeader("location");
    if (typeof location === "string" && /^\/(?!\/)/.test(location)) reply.header("location", basePath + location);
  });
}
