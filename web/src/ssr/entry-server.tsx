import { createMemoryHistory } from "@tanstack/react-router";
import {
  attachRouterServerSsrUtils,
  getNormalizedURL,
  getSsrStatus,
  RouterServer,
  transformHtmlStringWithRouter,
} from "@tanstack/react-router/ssr/server";
import { shippedTexts } from "contract/content-strings/defaults.ts";
import type { Texts } from "contract/content-strings/variables.ts";
import type { Call } from "contract/core/call.ts";
import type { PostedForm } from "contract/core/posted-form.ts";
import { placePath } from "contract/languages/place.ts";
import { renderToString } from "react-dom/server";
import { serveAt, withBase, withoutBase } from "../api/base-path.ts";
import { isOfficialAddress, splitPlace } from "../api/place.ts";
import { getRouter } from "../app/router.ts";
import { writeHeadScript } from "../page/head-script.ts";

/** The script in the head of every page, which the page's policy allows by its hash. */
export const headScript = writeHeadScript;

const translations: Record<string, Texts> = import.meta.glob(
  [
    "../../../contract/src/content-strings/translations/*/*.json",
    "!../../../contract/src/content-strings/translations/en/*.json",
    "!../../../contract/src/content-strings/translations/*/mail.json",
  ],
  { import: "default", eager: true },
);
const inLanguage = new Map<string, Texts>();

/** The shipped texts of a language, in English where it has none. */
function shippedTextsIn(language: string): Texts {
  let texts = inLanguage.get(language);
  if (texts === undefined) {
    const own = Object.entries(translations).flatMap(([path, area]) => (path.includes(`/${language}/`) ? [area] : []));
    texts = Object.assign({}, shippedTexts, ...own) as Texts;
    inLanguage.set(language, texts);
  }
  return texts;
}

/** The files of each route, as written by the build. */
export type RouterManifest = NonNullable<Parameters<typeof attachRouterServerSsrUtils>[0]["manifest"]>;

export interface Deps {
  /** The API, in the server's own process. */
  call: Call;
  publicUrl: string;
  manifest: RouterManifest;
  /** Marks the scripts and styles that the renderer itself writes into the page. */
  nonce: string;
  /** The submitted form that the page responds to. */
  posted?: PostedForm | undefined;
}

/** A page: HTML with status 200, 404 or 500; or a redirect to `location` with empty HTML. */
export interface RenderedPage {
  status: number;
  location: string | null;
  html: string;
}

/**
 * Renders the page of a requested address, a path with its search. Without a form it is the same for every visitor. A
 * failed call gives an error page; a failure to render rejects.
 */
export async function renderPage(
  address: string,
  { call, publicUrl, manifest, nonce, posted }: Deps,
): Promise<RenderedPage> {
  serveAt(publicUrl);
  // an absolute URL, because `//elsewhere.example` would resolve to another origin
  const { url } = getNormalizedURL(publicUrl + address, "http://localhost");
  // commas as `writeAddressSearch` has them: another spelling would be redirected to this one
  const path = url.href.slice(url.origin.length).replaceAll("%2C", ",");
  const history = createMemoryHistory({ initialEntries: [path] });
  const router = getRouter({
    call,
    publicUrl,
    shippedTexts: shippedTextsIn,
    posted,
    history,
    origin: url.origin,
    ssr: { nonce },
  });
  attachRouterServerSsrUtils({ router, manifest });
  try {
    await router.load();
    if (router._serverResult?.type === "redirect") {
      const { status, headers } = router._serverResult.redirect;
      return { status, location: withoutBase(headers.get("location") ?? "/"), html: "" };
    }
    // every process renders the same bytes, so the same ETag
    for (const match of router.state.matches) match.updatedAt = 0;
    await router.serverSsr?.dehydrate();
    // routes that only the browser renders still need the code of their pending component
    await Promise.all(router.state.matches.map(({ routeId }) => router.loadRouteChunk(router.routesById[routeId])));
    const html = await transformHtmlStringWithRouter(router, renderToString(<RouterServer router={router} />));
    const withEnd = html.replace("</head>", (end) => router.options.context.headEnd.html + end);
    return { status: getSsrStatus(router), location: null, html: withEnd };
  } finally {
    router.serverSsr?.cleanup();
  }
}

const noCalls: Call = () => Promise.reject(new Error("Matching an address makes no calls"));
const matcher = getRouter({ call: noCalls });

/**
 * The path with its place, whether it is about official stores, and the normalized, validated search of an address:
 * addresses with the same key show the same page, with or without `utm_source` and the like.
 */
export function pageKey(url: string): string {
  const location = matcher.parseLocation(createMemoryHistory({ initialEntries: [withBase(url)] }).location);
  const route = matcher.getMatchedRoutes(location.pathname)[2];
  const validate = route?.options.validateSearch as ((search: object) => object) | undefined;
  const requested = new URL(url, "http://localhost");
  const path = placePath(location.pathname, splitPlace(requested.pathname).prefix);
  const prices = isOfficialAddress(requested) ? " official" : "";
  return `${path}${prices} ${JSON.stringify(validate?.(location.search) ?? {})}`;
}
