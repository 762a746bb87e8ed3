import { readFile } from "node:fs/promises";
import { offlineTexts } from "contract/content-strings/defaults/offline.ts";
import type { Texts } from "contract/content-strings/variables.ts";
import { basePathOf } from "contract/core/base-path.ts";
import { Country } from "contract/core/parameters.ts";
import { placePath, prefixOf } from "contract/languages/place.ts";
import type { SiteLanguage } from "contract/languages/schema.ts";
import type { Market } from "contract/markets/schema.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sendTagged } from "../platform/http/cache/etag.ts";
import { sendPlainPage } from "../platform/http/plain-page.ts";
import { escapeXml } from "../platform/process/escape-xml.ts";
import { appIcons, appleIcon, iconBackground, toAppIcon } from "./app-icons.ts";
import type { PlaceTexts } from "./failure-page.ts";
import { once } from "./once.ts";
import { placePattern } from "./page-addresses.ts";

export interface AppOptions {
  /** The public texts in a language, by default in English. */
  textsIn(language?: string): Texts;
  /** Those at an address. */
  textsAt(address: string): PlaceTexts;
  /** Those that visitors can choose, English first. */
  listLanguages(): readonly SiteLanguage[];
  siteName(): string;
  publicUrl: string;
  /** The enabled markets, the default one first. */
  listMarkets(): readonly Market[];
  /** The worker's script; `null` in development, which has none. */
  worker: URL | null;
}

/** A worker has the policy of its script: it may fetch from this origin only. */
const workerPolicy = "default-src 'none'; connect-src 'self'";

const drawing = new URL("../../../web/artwork/favicon.svg", import.meta.url);

/** What the installed site needs (spec/app): manifest, icons, service worker, and the offline fallback pages. */
export function appRoutes(app: FastifyInstance, options: AppOptions): void {
  const { textsIn, textsAt, listLanguages, siteName, listMarkets, worker } = options;
  const basePath = basePathOf(options.publicUrl);
  app.get<{ Querystring: { country?: unknown; language?: unknown } }>(
    "/manifest.webmanifest",
    async (request, reply) => {
      const { data: country } = Country.safeParse(request.query.country);
      const [markets, languages] = [listMarkets(), listLanguages()];
      const market = markets.find((one) => one.country === country) ?? markets[0]!;
      const language = languages.find(({ tag }) => tag === request.query.language) ?? languages[0]!;
      const prefix = prefixOf(market, language.tag, languages);
      const facts = { texts: textsIn(language.tag), language, siteName: siteName(), prefix, basePath };
      const manifest = JSON.stringify(appManifest(facts));
      const cached = reply.header("cache-control", "public, max-age=0, must-revalidate");
      return sendTagged(request, cached, Buffer.from(manifest), "application/manifest+json; charset=utf-8");
    },
  );

  for (const icon of [...appIcons, appleIcon]) {
    const picture = once(async () => toAppIcon(await readFile(drawing), icon));
    app.get(icon.path, async (request, reply) =>
      sendTagged(request, reply.header("cache-control", "public, max-age=86400"), await picture(), "image/png"),
    );
  }

  const sendOffline = async ({ url }: FastifyRequest, reply: FastifyReply) => {
    const { texts, language, home } = textsAt(url);
    const text = (key: keyof typeof offlineTexts) => escapeXml(texts[key] ?? offlineTexts[key]);
    return sendPlainPage(reply, 200, {
      language,
      title: text("offline.title"),
      text: text("offline.text"),
      links: `<a href="">${text("offline.retry")}</a> <a href="${home}">${text("offline.home")}</a>`,
    });
  };
  app.get("/offline", sendOffline);
  app.get(`/:place(${placePattern})/offline`, sendOffline);

  if (!worker) return;
  const script = once(() => readFile(worker));
  // browsers revalidate it at each visit, so that no old one stays
  app.get("/service-worker.js", async (request, reply) => {
    const fresh = reply.header("cache-control", "no-cache").header("content-security-policy", workerPolicy);
    return sendTagged(request, fresh, await script(), "text/javascript; charset=utf-8");
  });
}

interface ManifestFacts {
  /** The public texts by their keys. */
  texts: Texts;
  language: SiteLanguage;
  siteName: string;
  /** What the paths of the visitor's pages begin with: empty, or `/gb`. */
  prefix: string;
  /** What all of the site's paths begin with. */
  basePath: string;
}

/** What browsers need to install the site (W3C Web App Manifest). All markets share one app. */
function appManifest({ texts, language, siteName, prefix, basePath }: ManifestFacts) {
  const icons = appIcons.map(({ path, size, purpose }) => ({
    src: basePath + path,
    sizes: `${size}x${size}`,
    type: "image/png",
    purpose,
  }));
  const shortcut = (key: string, path: string) => ({
    name: texts[key] ?? "",
    url: basePath + placePath(path, prefix),
    icons: icons.slice(0, 1),
  });
  return {
    id: `${basePath}/`,
    name: siteName,
    short_name: siteName,
    description: texts["site.description"] ?? "",
    lang: language.tag,
    dir: language.direction,
    start_url: basePath + placePath("/", prefix),
    scope: `${basePath}/`,
    display: "standalone",
    background_color: iconBackground,
    theme_color: iconBackground,
    icons,
    shortcuts: [
      shortcut("header.nav.deals", "/deals"),
      shortcut("header.nav.free_games", "/free"),
      shortcut("header.nav.wishlist", "/wishlist"),
    ],
  };
}
