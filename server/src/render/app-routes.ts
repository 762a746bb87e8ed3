import { readFile } from "node:fs/promises";
import { Country } from "contract/core/parameters.ts";
import type { Market } from "contract/markets/schema.ts";
import type { FastifyInstance } from "fastify";
import { sendTagged } from "../platform/http/cache/etag.ts";
import { sendPlainPage } from "../platform/http/plain-page.ts";
import { escapeXml } from "../platform/process/escape-xml.ts";
import { appIcons, appleIcon, iconBackground, toAppIcon } from "./app-icons.ts";
import { once } from "./once.ts";

export interface AppOptions {
  /** A public text by its key. */
  text(key: string): string;
  siteName(): string;
  /** The enabled markets, the default one first. */
  listMarkets(): readonly Market[];
  /** The worker's script; `null` in development, which has none. */
  worker: URL | null;
}

/** A worker has the policy of its script: it may fetch from this origin only. */
const workerPolicy = "default-src 'none'; connect-src 'self'";

const drawing = new URL("../../../web/artwork/favicon.svg", import.meta.url);

/** What the installed site needs (spec/app): manifest, icons, service worker, and the offline fallback page. */
export function appRoutes(app: FastifyInstance, { text, siteName, listMarkets, worker }: AppOptions): void {
  app.get<{ Querystring: { country?: unknown } }>("/manifest.webmanifest", async (request, reply) => {
    const { data: country } = Country.safeParse(request.query.country);
    const others = listMarkets().slice(1);
    const market = others.some((one) => one.country === country) ? `/${country!.toLowerCase()}` : "";
    const manifest = JSON.stringify(appManifest({ text, siteName: siteName(), market }));
    const cached = reply.header("cache-control", "public, max-age=0, must-revalidate");
    return sendTagged(request, cached, Buffer.from(manifest), "application/manifest+json; charset=utf-8");
  });

  for (const icon of [...appIcons, appleIcon]) {
    const picture = once(async () => toAppIcon(await readFile(drawing), icon));
    app.get(icon.path, async (request, reply) =>
      sendTagged(request, reply.header("cache-control", "public, max-age=86400"), await picture(), "image/png"),
    );
  }

  app.get("/offline", async (_, reply) =>
    sendPlainPage(reply, 200, {
      title: escapeXml(text("offline.title")),
      text: escapeXml(text("offline.text")),
      links: `<a href="">${escapeXml(text("offline.retry"))}</a> <a href="/">${escapeXml(text("offline.home"))}</a>`,
    }),
  );

  if (!worker) return;
  const script = once(() => readFile(worker));
  // browsers revalidate it at each visit, so that no old one stays
  app.get("/service-worker.js", async (request, reply) => {
    const fresh = reply.header("cache-control", "no-cache").header("content-security-policy", workerPolicy);
    return sendTagged(request, fresh, await script(), "text/javascript; charset=utf-8");
  });
}

interface ManifestFacts {
  /** A public text by its key. */
  text(key: string): string;
  siteName: string;
  /** Where the pages of the visitor's market begin: empty, or `/gb`. */
  market: string;
}

/** What browsers need to install the site (W3C Web App Manifest). All markets share one app. */
function appManifest({ text, siteName, market }: ManifestFacts) {
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
