import { genreSlugFor } from "contract/games/genres.ts";
import { slugOf } from "contract/games/landing/rules.ts";
import type { FastifyInstance } from "fastify";

const genrePage = /^(\/(?:[a-z]{2}(?:-[A-Za-z-]{2,10})?\/)?genre\/)([^/?#]{1,300})(?=[/?]|$)/;

/** Redirects pages of a genre in another language or spelling: `/genre/инди` to `/genre/indie`. */
export function redirectGenres(app: FastifyInstance): void {
  app.addHook("onRequest", async (request, reply) => {
    if (request.method !== "GET" && request.method !== "HEAD") return;
    const [whole = "", before, slug = ""] = genrePage.exec(request.url) ?? [];
    const target = slug && genreSlugFor(slugOf(decode(slug)));
    if (target) return reply.redirect(`${before}${target}${request.url.slice(whole.length)}`, 301);
  });
}

/** Malformed escapes stay. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
