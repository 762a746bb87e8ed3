import { textsOf } from "./content-strings/texts.ts";
import type { RouterContext } from "./router.ts";

interface Page {
  /** Without the product's name, which is added. */
  title: string;
  description: string;
  /** Path and search of the page's one true address, `/games?page=2`. */
  path: string;
  /** Path or absolute address of the picture for sharing, of what the title names; the brand's if left out. */
  image?: string;
  type?: "website" | "product";
  noIndex?: boolean;
}

/**
 * What a route's `head` returns: title, description, canonical address, Open Graph and Twitter tags.
 * `context` is `match.context`, where the public address and the product's name come from.
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
