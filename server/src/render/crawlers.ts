import type { FastifyInstance, FastifyReply } from "fastify";

/** The most addresses in one part of the sitemap. */
const partSize = 10_000;

/** Pages for visitors and crawlers besides those of games. */
const fixedPaths = ["/", "/games", "/free"];

export interface CrawlerOptions {
  publicUrl: string;
  /** Ids of the games that everyone may see. */
  publicGameIds: () => ArrayLike<number>;
}

/** `/robots.txt`, and `/sitemap.xml` with its parts `/sitemap-1.xml`, `/sitemap-2.xml`, … */
export function crawlerRoutes(app: FastifyInstance, { publicUrl, publicGameIds }: CrawlerOptions): void {
  app.get("/robots.txt", (_, reply) =>
    reply
      .type("text/plain; charset=utf-8")
      .header("cache-control", "public, max-age=3600")
      .send(`User-agent: *\nDisallow: /api/\nSitemap: ${publicUrl}/sitemap.xml\n`),
  );

  const parts = () => Math.ceil((fixedPaths.length + publicGameIds().length) / partSize);
  const sendXml = (reply: FastifyReply, xml: string) =>
    reply.type("application/xml; charset=utf-8").header("cache-control", "public, max-age=3600").send(xml);

  app.get("/sitemap.xml", (_, reply) => sendXml(reply, sitemapIndex(publicUrl, parts())));

  app.get<{ Params: { part: string } }>("/sitemap-:part(^[1-9]\\d{0,5}$).xml", (request, reply) => {
    const part = Number(request.params.part);
    if (part > parts()) return reply.callNotFound();
    return sendXml(reply, sitemapPart(publicUrl, publicGameIds(), part));
  });
}

/** Names every part of the sitemap. */
export function sitemapIndex(publicUrl: string, parts: number): string {
  const entries = Array.from(
    { length: parts },
    (_, index) => `<sitemap><loc>${publicUrl}/sitemap-${index + 1}.xml</loc></sitemap>`,
  );
  return document("sitemapindex", entries);
}

/** One part, counted from 1: the fixed pages come first, then the games in the order given. */
export function sitemapPart(publicUrl: string, gameIds: ArrayLike<number>, part: number): string {
  const total = fixedPaths.length + gameIds.length;
  const entries: string[] = [];
  for (let index = (part - 1) * partSize; index < Math.min(part * partSize, total); index++) {
    const path = fixedPaths[index] ?? `/games/${gameIds[index - fixedPaths.length]}`;
    entries.push(`<url><loc>${publicUrl}${path}</loc></url>`);
  }
  return document("urlset", entries);
}

function document(element: string, entries: string[]): string {
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<${element} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`,
    ...entries,
    `</${element}>`,
  ];
  return `${lines.join("\n")}\n`;
}
