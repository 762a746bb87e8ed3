import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type AnswerCache, sendAnswer } from "../http/answer-cache.ts";

/** The most addresses in one part of the sitemap. */
const partSize = 10_000;

/** Pages for visitors and crawlers besides those of games. */
const fixedPaths = ["/", "/games", "/free", "/contact"];

export interface CrawlerOptions {
  publicUrl: string;
  /** Ids of the games that everyone may see. */
  publicGameIds: () => ArrayLike<number>;
  contentVersion: () => number;
  cache: AnswerCache;
}

/** `/robots.txt`, and `/sitemap.xml` with its parts `/sitemap-1.xml`, `/sitemap-2.xml`, … */
export function crawlerRoutes(app: FastifyInstance, options: CrawlerOptions): void {
  const { publicUrl, publicGameIds, contentVersion, cache } = options;

  /** Sends the document; made once, as long as the catalogue stays as it is. `null` = there is none. */
  function send(request: FastifyRequest, reply: FastifyReply, contentType: string, make: () => string | null) {
    const path = request.url.split("?", 1)[0]!;
    const kept = cache.get(path);
    const text = kept ? null : make();
    if (!kept && text === null) return reply.callNotFound();
    const answer = kept ?? cache.set(path, contentVersion(), contentType, text!);
    return sendAnswer(request, reply.header("cache-control", "public, max-age=3600"), answer);
  }

  app.get("/robots.txt", (request, reply) =>
    send(
      request,
      reply,
      "text/plain; charset=utf-8",
      () => `User-agent: *\nDisallow: /api/\nSitemap: ${publicUrl}/sitemap.xml\n`,
    ),
  );
  app.get("/sitemap.xml", (request, reply) =>
    send(request, reply, "application/xml; charset=utf-8", () => sitemapIndex(publicUrl, publicGameIds().length)),
  );
  app.get<{ Params: { part: string } }>("/sitemap-:part(^[1-9]\\d{0,5}$).xml", (request, reply) =>
    send(request, reply, "application/xml; charset=utf-8", () =>
      sitemapPart(publicUrl, publicGameIds(), Number(request.params.part)),
    ),
  );
}

/** Names every part of the sitemap of so many games. */
export function sitemapIndex(publicUrl: string, games: number): string {
  const parts = Math.ceil((fixedPaths.length + games) / partSize);
  const entries = Array.from(
    { length: parts },
    (_, index) => `<sitemap><loc>${publicUrl}/sitemap-${index + 1}.xml</loc></sitemap>`,
  );
  return xml("sitemapindex", entries);
}

/** One part, counted from 1: the fixed pages come first, then the games in the order given. `null` past the end. */
export function sitemapPart(publicUrl: string, gameIds: ArrayLike<number>, part: number): string | null {
  const first = (part - 1) * partSize;
  const end = Math.min(first + partSize, fixedPaths.length + gameIds.length);
  if (first >= end) return null;
  const entries: string[] = [];
  for (let index = first; index < end; index++) {
    const path = fixedPaths[index] ?? `/games/${gameIds[index - fixedPaths.length]}`;
    entries.push(`<url><loc>${publicUrl}${path}</loc></url>`);
  }
  return xml("urlset", entries);
}

function xml(element: string, entries: string[]): string {
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<${element} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`,
    ...entries,
    `</${element}>`,
  ];
  return `${lines.join("\n")}\n`;
}
