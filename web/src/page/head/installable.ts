import { marketOf } from "../../api/market.ts";
import type { RouterContext } from "../router-context.ts";

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
        ];
      },
    }
  : { meta: [], links: () => [] };
