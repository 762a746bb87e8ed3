import font from "@fontsource-variable/geist/files/geist-latin-wght-normal.woff2?url";
import { marketOf } from "../api/market.ts";
import { isMarketPage, marketPath } from "../api/market-address.ts";
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
  const title = `${page.title} | ${textsOf(context.queryClient)("header.brand_name")}`;
  const { meta, links } = forCrawlers(context, page, title);
  return {
    meta: [
      { title },
      { name: "description", content: page.description },
      ...(page.noIndex ? [{ name: "robots", content: "noindex" }] : []),
      ...meta,
    ],
    links: [{ rel: "canonical", href: addressOf(context, page.path, context.place.country) }, ...links],
  };
}

/** The address of a page in a market. */
function addressOf({ publicUrl }: RouterContext, path: string, country: string | undefined): string {
  return new URL(marketPath(path, country), publicUrl || "http://localhost").href;
}

const forCrawlers = import.meta.env.SSR ? crawlerTags : () => ({ meta: [], links: [] });

/** Open Graph and Twitter tags, and the addresses of the page's feeds and of the same page for other markets. */
function crawlerTags(context: RouterContext, page: PageHead, title: string) {
  const { country, markets } = marketOf(context);
  const official = context.place.official ? { official: "true" } : {};
  const brand = textsOf(context.queryClient)("header.brand_name");
  const address = addressOf(context, page.path, country);
  const imageText = page.image ? page.title : brand;
  const image = new URL(page.image ?? "/og-image.jpg", address).href;
  const alternate = (hrefLang: string, place: string | undefined) => ({
    rel: "alternate",
    hrefLang,
    href: addressOf(context, page.path, place),
  });
  const hasAlternates = !page.noIndex && !page.inOneMarket && markets.length > 1 && isMarketPage(page.path);
  return {
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
      ...(hasAlternates
        ? [
            ...markets.map((market) => alternate(`en-${market.country}`, market.default ? undefined : market.country)),
            alternate("x-default", undefined),
          ]
        : []),
      ...[...(page.feed ? [{ ...page.feed, title: page.title }] : []), ...(page.feeds ?? [])].flatMap(
        ({ title: feedTitle, name, search }) =>
          feedLinks({ name, search: { ...official, ...search } }, feedTitle, { address, country }),
      ),
    ],
  };
}

/** The head of a page whose title and description are texts, and whose path is its name. */
export function textHead(context: RouterContext, name: "contact" | "privacy" | "terms") {
  const text = textsOf(context.queryClient);
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
        const search = country === undefined ? "" : `?country=${country}`;
        return [
          { rel: "manifest", href: `/manifest.webmanifest${search}` },
          { rel: "apple-touch-icon", href: "/icons/apple-touch-icon.png" },
          // pages do not shift when it arrives
          { rel: "preload", as: "font", type: "font/woff2", href: font, crossOrigin: "anonymous" as const },
        ];
      },
    }
  : { meta: [], links: () => [] };
