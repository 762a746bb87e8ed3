import font from "@fontsource-variable/geist/files/geist-latin-wght-normal.woff2?url";
import { marketLanguage, placePath, placeSearch, prefixOf } from "contract/languages/place.ts";
import { withBase } from "../api/base-path.ts";
import { marketOf, type Places } from "../api/market.ts";
import { isMarketPage } from "../api/place.ts";
import { textsOf } from "../api/texts.ts";
import { type Feed, feedLinks } from "./feeds.ts";
import type { RouterContext } from "./router-context.ts";

/** The metadata of a page. */
export interface PageHead {
  /** Without the product's name. */
  title: string;
  description: string;
  /** The canonical path and search, `/games?page=2`. */
  path: string;
  /** Path or address of the picture for sharing, 1200 × 630; the brand's by default. */
  image?: string;
  type?: "website" | "product";
  noIndex?: boolean;
  /** Whether chats and blogs can embed the page (oEmbed). */
  isEmbeddable?: boolean;
  /** The feed of the same games. */
  feed?: Feed;
  /** Those of parts of the page, with their titles. */
  feeds?: readonly (Feed & { title: string })[];
  /** Whether its address has another meaning in other markets, such as an amount. */
  inOneMarket?: boolean;
}

/**
 * The result of a route's `head`: title, description and canonical address; on the server also tags for
 * crawlers, which browsers leave unchanged. `context` is `match.context`.
 */
export function pageHead(context: RouterContext, page: PageHead) {
  const title = `${page.title} | ${textsOf(context)("header.brand_name")}`;
  const { meta, links, alternates } = forCrawlers(context, page, title);
  context.headEnd.html = alternates;
  return {
    meta: [
      { title },
      { name: "description", content: page.description },
      ...(page.noIndex ? [{ name: "robots", content: "noindex" }] : []),
      ...meta,
    ],
    links: [{ rel: "canonical", href: canonicalOf(context, page) }, ...links],
  };
}

/** The address of a page at a prefix. */
function addressOf({ publicUrl }: RouterContext, path: string, prefix: string): string {
  return new URL(withBase(placePath(path, prefix)), publicUrl || "http://localhost").href;
}

/** The canonical address: a page without prices is the same in all markets. */
function canonicalOf(context: RouterContext, { path }: PageHead): string {
  const { markets, languages, prefix } = marketOf(context);
  if (isMarketPage(path)) return addressOf(context, path, prefix);
  return addressOf(context, path, prefixOf(markets[0]!, context.place.language, languages));
}

const forCrawlers = import.meta.env.SSR ? crawlerTags : () => ({ meta: [], links: [], alternates: "" });

/**
 * The links to the same page for every market in every language. 52 markets in eight languages are 40 KB, but
 * compressed one; as elements they would take a third of the time of a page.
 */
function alternateLinks(context: RouterContext, page: PageHead): string {
  const { market, markets, languages } = marketOf(context);
  // an amount means something else in each market, and other pages have no prices
  const only = !isMarketPage(page.path) ? markets[0] : page.inOneMarket ? market : undefined;
  const places = only
    ? languages.map(({ tag }) => ({ prefix: prefixOf(only, tag, languages), hrefLang: tag }))
    : allPairs({ markets, languages });
  if (page.noIndex || places.length === 1) return "";
  const ownPrefix = only ? prefixOf(only, marketLanguage(only.locale, languages), languages) : "";
  const { origin, href } = new URL(page.path, context.publicUrl || "http://localhost");
  const path = href.slice(origin.length).replaceAll("&", "&amp;");
  return [...places, { prefix: ownPrefix, hrefLang: "x-default" }]
    .map(({ prefix, hrefLang }) => {
      const address = origin + withBase(placePath(path, prefix));
      return `<link rel="alternate" hrefLang="${hrefLang}" href="${address}"/>`;
    })
    .join("");
}

/** By the list of markets, which the server's thread has until the places change. */
const knownPairs = new WeakMap<Places["markets"], { prefix: string; hrefLang: string }[]>();

function allPairs({ markets, languages }: Places) {
  let pairs = knownPairs.get(markets);
  if (!pairs) {
    pairs = markets.flatMap((market) =>
      languages.map(({ tag }) => ({
        prefix: prefixOf(market, tag, languages),
        hrefLang: `${tag.split("-")[0]}-${market.country}`,
      })),
    );
    knownPairs.set(markets, pairs);
  }
  return pairs;
}

/** Open Graph and Twitter tags, and the addresses of the page's feeds and of the same page for other markets. */
function crawlerTags(context: RouterContext, page: PageHead, title: string) {
  const { country } = marketOf(context);
  const official = context.place.official ? { official: "true" } : {};
  const brand = textsOf(context)("header.brand_name");
  const address = canonicalOf(context, page);
  const imageText = page.image ? page.title : brand;
  const image = new URL(withBase(page.image ?? "/og-image.jpg"), address).href;
  return {
    alternates: alternateLinks(context, page),
    meta: [
      { property: "og:site_name", content: brand },
      { property: "og:type", content: page.type ?? "website" },
      { property: "og:title", content: title },
      { property: "og:description", content: page.description },
      { property: "og:url", content: address },
      { property: "og:image", content: image },
      { property: "og:image:width", content: "1200" },
      { property: "og:image:height", content: "630" },
      { property: "og:image:alt", content: imageText },
      { name: "twitter:card", content: "summary_large_image" },
      { name: "twitter:title", content: title },
      { name: "twitter:description", content: page.description },
      { name: "twitter:image", content: image },
      { name: "twitter:image:alt", content: imageText },
    ],
    links: [
      ...(page.isEmbeddable ? [oembedLink(address, page.title)] : []),
      ...[...(page.feed ? [{ ...page.feed, title: page.title }] : []), ...(page.feeds ?? [])].flatMap(
        ({ title: feedTitle, name, search }) =>
          feedLinks({ name, search: { ...official, ...search } }, feedTitle, {
            address,
            country,
            language: context.place.language,
          }),
      ),
    ],
  };
}

/** By which consumers of oEmbed find out how to embed the page. */
function oembedLink(address: string, title: string) {
  const url = new URL(withBase("/oembed"), address);
  url.searchParams.set("url", address);
  return { rel: "alternate", type: "application/json+oembed", href: url.href, title };
}

/** The head of a page whose title and description are texts, and whose path is its name. */
export function textHead(context: RouterContext, name: "contact" | "privacy" | "terms") {
  const text = textsOf(context);
  return pageHead(context, {
    title: text(`${name}.title`),
    description: text(`${name}.description`),
    path: `/${name}`,
  });
}

/** The tags for installing the site (spec/app 1). Rendered by the server, unchanged in the browser. */
export const installable = import.meta.env.SSR
  ? {
      meta: [
        // the colour of pages in each theme (ui/tokens.css)
        { name: "theme-color", media: "(prefers-color-scheme: light)", content: "#f5f6f4" },
        { name: "theme-color", media: "(prefers-color-scheme: dark)", content: "#0e1012" },
      ],
      links: (context: RouterContext) => {
        const { country } = marketOf(context);
        const search = placeSearch(country, context.place.language);
        return [
          { rel: "manifest", href: withBase(`/manifest.webmanifest${search}`) },
          { rel: "apple-touch-icon", href: withBase("/icons/apple-touch-icon.png") },
          // pages do not shift when it arrives
          {
            rel: "preload",
            as: "font",
            type: "font/woff2",
            href: import.meta.env.DEV ? font : withBase(font),
            crossOrigin: "anonymous" as const,
          },
        ];
      },
    }
  : { meta: [], links: () => [] };
