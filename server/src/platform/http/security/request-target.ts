import { AppError } from "contract/core/errors.ts";
import type { FastifyInstance } from "fastify";

/**
 * The path of an absolute-form request target (RFC 9112, 3.2.2) of this site. `refuseForeignTargets` rejects others.
 */
export function originForm(target: string, publicUrl: string): string {
  if (target.startsWith("/")) return target;
  const url = URL.parse(target);
  const isOurs = url && /^https?:$/.test(url.protocol) && url.host === new URL(publicUrl).host && !url.username;
  return isOurs ? url.pathname + url.search : target;
}

/** Rejects targets that aren't paths, such as `file:///etc/passwd`: this is not a proxy. */
export function refuseForeignTargets(app: FastifyInstance): void {
  app.addHook("onRequest", async ({ url }) => {
    if (!url.startsWith("/")) throw new AppError("invalid", "The request target is not an address of this site");
  });
}
