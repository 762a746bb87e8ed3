import { textsOf } from "../api/texts.ts";
import type { RouterContext } from "./router-context.ts";

interface Page {
  /** Without the product's name. */
  title: string;
  description: string;
  /** The canonical path and search, `/games?page=2`. */
  path: string;
  /** Path or address of the picture for sharing; the brand's by default. */
  image?: string;
  type?: "website" | "product";
  noIndex?: boolean;
}

/**
 * The result of a route's `head`: title, description, canonical address, Open Graph and Twitter tags. `context` is
 * `match.context`.
 */
export function pageHead({ publicUrl, queryClient }: RouterContext, page: Page) {
  const brand = textsOf(queryClient)("header.brand_name");
  const title = `${page.title} | ${brand}`;
  const address = new URL(page.path, publicUrl || "http://localhost").href;
  const imageText = page.image ? page.title : brand;
  const image = new URL(page.image ?? "/og-image.jpg", address).href;
  return {
    meta: [
      { title },
      { name: "description", content: page.description },
      ...(page.noIndex ? [{ name: "robots", content: "noindex" }] : []),
      { property: "og:site_name", content: brand },
      { property: "og:type", content: page.type ?? "website" },
      { property: "og:title", content: title },
      { property: "og:description", content: page.description },
      { property: "og:url", content: address },
      { property: "og:image", content: image },
      { property: "og:image:alt", content: imageText },
      { name: "twitter:card", content: "summary_large_image" },
      { name: "twitter:title", content: title },
      { name: "twitter:description", content: page.description },
      { name: "twitter:image", content: image },
      { name: "twitter:image:alt", content: imageText },
    ],
    links: [{ rel: "canonical", href: address }],
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
