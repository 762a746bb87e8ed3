import { basePathOf } from "contract/core/base-path.ts";
import type { Market } from "contract/markets/schema.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sendTagged } from "../platform/http/cache/etag.ts";
import type { ResponseCache } from "../platform/http/cache/response-cache.ts";

/** Addresses per part of the sitemap: the most that the protocol allows. They stay far below its 50 MB. */
const partSize = 50_000;

/** Pages that show prices, besides landing pages and those of games: they have an address in each market. */
const marketPaths = ["/games", "/deals", "/free"];
/** Pages that are the same in all markets, and have an address in each language of the first one. */
const otherPaths = ["/contact", "/forecast"];

/** A market in a language, and what the addresses of its pages begin with: nothing for the site's own. */
export interface SitemapPlace<M = Market> {
  market: M;
  prefix: string;
}

/** What the sitemap lists of a market besides its fixed pages. */
export interface SitemapPages {
  /** Of landing pages, without a country. */
  paths: readonly string[];
  /** Ids of the games that everyone may see. */
  gameIds: ArrayLike<number>;
  /** When the page of a game last changed, in ms since 1970; `null` = unknown. */
  changedAt(gameId: number): number | null;
}

export interface CrawlerOptions<M> {
  publicUrl: string;
  listPages(market: M): Promise<SitemapPages>;
  /** The places that have pages, the site's own first. */
  listPlaces: () => readonly SitemapPlace<M>[];
  cache: ResponseCache;
}

interface Document {
  contentType: string;
  /** `null` = there is none. */
  make(): string | null | Promise<string | null>;
}

/**
 * `/robots.txt`, `/.well-known/security.txt`, and `/sitemap.xml` with its parts `/sitemap-1.xml`, `/sitemap-2.xml`, …
 */
export function crawlerRoutes<M>(app: FastifyInstance, options: CrawlerOptions<M>): void {
  const { publicUrl, listPages, cache } = options;
  const basePath = basePathOf(publicUrl);
  const listPlaces = () => {
    const places = options.listPlaces();
    return places.map((place) => ({ ...place, isFirst: place.market === places[0]!.market }));
  };

  async function send(request: FastifyRequest, reply: FastifyReply, { contentType, make }: Document) {
    const path = request.url.split("?", 1)[0]!;
    const response = await cache.respond(path, async () => {
      const body = await make();
      return { status: body === null ? 404 : 200, contentType, body: body ?? "" };
    });
    if (response.status === 404) return reply.callNotFound();
    return cache.send(request, reply.header("cache-control", "public, max-age=3600"), response);
  }

  const sitemap = (make: Document["make"]): Document => ({
    contentType: "application/xml; charset=utf-8",
    make,
  });
  const robots: Document = {
    contentType: "text/plain; charset=utf-8",
    make: () =>
      `User-agent: *\nDisallow: ${basePath}/api/\nDisallow: ${basePath}/go/\nSitemap: ${publicUrl}/sitemap.xml\n`,
  };

  app.get("/robots.txt", (request, reply) => send(request, reply, robots));
  app.get("/sitemap.xml", (request, reply) => {
    async function sizes() {
      // each market has about as many landing pages: reading the prices of all of them to count these would take long
      const pages = await listPages(listPlaces()[0]!.market);
      return listPlaces().map((place) => ({ ...place, pages }));
    }
    return send(
      request,
      reply,
      sitemap(async () => sitemapIndex(publicUrl, await sizes())),
    );
  });
  app.get<{ Params: { part: string } }>("/sitemap-:part.xml", (request, reply) => {
    const [, name, part] = /^(?:([a-z][a-z0-9-]{1,20})-)?([1-9]\d{0,5})$/.exec(request.params.part) ?? [];
    const place = listPlaces().find(({ prefix }) => prefix === (name ? `/${name}` : ""));
    if (part === undefined || !place) return reply.callNotFound();
    return send(
      request,
      reply,
      sitemap(async () => sitemapPart(publicUrl, place, await listPages(place.market), Number(part))),
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
function securityText(publicUrl: string, now: Date): string {
  const expires = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 7));
  return [
    `Contact: ${publicUrl}/contact`,
    `Expires: ${expires.toISOString()}`,
    "Preferred-Languages: en",
    `Canonical: ${publicUrl}/.well-known/security.txt`,
    "",
  ].join("\n");
}

interface AddressedPlace {
  prefix: string;
  /** Whether its market is the site's first one. */
  isFirst: boolean;
}

const fixedOf = ({ prefix, isFirst }: AddressedPlace) => [
  prefix === "" ? "/" : "",
  ...marketPaths,
  ...(isFirst ? otherPaths : []),
];

/** The index of the sitemap, with every part of each place. */
export function sitemapIndex(
  publicUrl: string,
  places: readonly (AddressedPlace & { pages: Pick<SitemapPages, "paths" | "gameIds"> })[],
): string {
  const entries = places.flatMap(({ pages, ...place }) => {
    const { prefix } = place;
    const total = fixedOf(place).length + pages.paths.length + pages.gameIds.length;
    return Array.from({ length: Math.ceil(total / partSize) }, (_, index) => {
      const name = prefix === "" ? index + 1 : `${prefix.slice(1)}-${index + 1}`;
      return `<sitemap><loc>${publicUrl}/sitemap-${name}.xml</loc></sitemap>`;
    });
  });
  return xml("sitemapindex", entries);
}

/**
 * One part of a place, counted from 1: first the fixed pages, then landing pages, then games, in the order given.
 * `null` past the end.
 */
export function sitemapPart(
  publicUrl: string,
  place: AddressedPlace,
  { paths, gameIds, changedAt }: SitemapPages,
  part: number,
): string | null {
  const { prefix } = place;
  const named = [...fixedOf(place), ...paths];
  const first = (part - 1) * partSize;
  const end = Math.min(first + partSize, named.length + gameIds.length);
  if (first >= end) return null;
  const entries: string[] = [];
  for (let index = first; index < end; index++) {
    const gameId = gameIds[index - named.length];
    const changed = gameId === undefined ? null : changedAt(gameId);
    const modified = changed === null ? "" : `<lastmod>${new Date(changed).toISOString()}</lastmod>`;
    entries.push(`<url><loc>${publicUrl}${prefix}${named[index] ?? `/games/${gameId}`}</loc>${modified}</url>`);
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
