import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { SurrogateKey } from "../platform/http/cache/cache-tags.ts";
import { sendTagged } from "../platform/http/cache/etag.ts";
import type { ResponseCache } from "../platform/http/cache/response-cache.ts";
import { nameForPurge } from "../platform/http/cache/shared-caches.ts";
import { type Content, revisionOf } from "../platform/http/content.ts";

/** Addresses per part of the sitemap. */
const partSize = 10_000;

/** Pages for visitors and crawlers besides those of games. */
const fixedPaths = ["/", "/games", "/free", "/contact"];

export interface CrawlerOptions {
  publicUrl: string;
  /** Ids of the games that everyone may see. */
  publicGameIds: () => ArrayLike<number>;
  content: Pick<Content, "versionOf">;
  cache: ResponseCache;
}

interface Document {
  contentType: string;
  shows: readonly SurrogateKey[];
  /** `null` = there is none. */
  make(): string | null;
}

/**
 * `/robots.txt`, `/.well-known/security.txt`, and `/sitemap.xml` with its parts `/sitemap-1.xml`, `/sitemap-2.xml`, …
 */
export function crawlerRoutes(app: FastifyInstance, options: CrawlerOptions): void {
  const { publicUrl, publicGameIds, content, cache } = options;

  /** Sends the document, which is rebuilt after a change. */
  function send(request: FastifyRequest, reply: FastifyReply, { contentType, shows, make }: Document) {
    const path = request.url.split("?", 1)[0]!;
    const cached = cache.get(path);
    const revision = revisionOf(content, shows);
    const body = cached ? null : make();
    if (!cached && body === null) return reply.callNotFound();
    const response = cached ?? cache.set(path, { revision, contentType, body: body! });
    return cache.send(request, nameForPurge(reply, shows).header("cache-control", "public, max-age=3600"), response);
  }

  const sitemap = (make: () => string | null): Document => ({
    contentType: "application/xml; charset=utf-8",
    shows: ["games"],
    make,
  });
  const robots: Document = {
    contentType: "text/plain; charset=utf-8",
    shows: [],
    make: () => `User-agent: *\nDisallow: /api/\nSitemap: ${publicUrl}/sitemap.xml\n`,
  };

  app.get("/robots.txt", (request, reply) => send(request, reply, robots));
  app.get("/sitemap.xml", (request, reply) => {
    const index = sitemap(() => sitemapIndex(publicUrl, publicGameIds().length));
    return send(request, reply, index);
  });
  app.get<{ Params: { part: string } }>("/sitemap-:part.xml", (request, reply) => {
    const { part } = request.params;
    if (!/^[1-9]\d{0,5}$/.test(part)) return reply.callNotFound();
    return send(
      request,
      reply,
      sitemap(() => sitemapPart(publicUrl, publicGameIds(), Number(part))),
    );
  });
  app.get("/.well-known/security.txt", (request, reply) => {
    const body = securityText(publicUrl, new Date());
    return sendTagged(
      request,
      reply.header("cache-control", "public, max-age=86400"),
      Buffer.from(body),
      "text/plain; charset=utf-8",
    );
  });
}

/** Where to report vulnerabilities (RFC 9116). Valid for at least half a year; changes once a month. */
export function securityText(publicUrl: string, now: Date): string {
  const expires = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 7));
  return [
    `Contact: ${publicUrl}/contact`,
    `Expires: ${expires.toISOString()}`,
    "Preferred-Languages: en",
    `Canonical: ${publicUrl}/.well-known/security.txt`,
    "",
  ].join("\n");
}

/** The index of the sitemap, with every part. */
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
