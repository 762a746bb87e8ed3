import { appIcons, iconBackground } from "./app-icons.ts";

export interface ManifestFacts {
  /** A public text by its key. */
  text(key: string): string;
  siteName: string;
  /** Where the pages of the visitor's market begin: empty, or `/gb`. */
  market: string;
}

/** What browsers need to install the site (W3C Web App Manifest). All markets share one app. */
export function appManifest({ text, siteName, market }: ManifestFacts) {
  const icons = appIcons.map(({ path, size, purpose }) => ({
    src: path,
    sizes: `${size}x${size}`,
    type: "image/png",
    purpose,
  }));
  const shortcut = (key: string, url: string) => ({ name: text(key), url, icons: icons.slice(0, 1) });
  return {
    id: "/",
    name: siteName,
    short_name: siteName,
    description: text("site.description"),
    lang: "en",
    start_url: market || "/",
    scope: "/",
    display: "standalone",
    background_color: iconBackground,
    theme_color: iconBackground,
    icons,
    shortcuts: [
      shortcut("header.nav.deals", `${market}/deals`),
      shortcut("header.nav.free_games", `${market}/free`),
      shortcut("header.nav.wishlist", "/wishlist"),
    ],
  };
}
