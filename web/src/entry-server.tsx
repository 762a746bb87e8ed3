import { createMemoryHistory, type HistoryLocation, type RouterHistory } from "@tanstack/react-router";
import {
  attachRouterServerSsrUtils,
  getNormalizedURL,
  getSsrStatus,
  RouterServer,
  transformHtmlStringWithRouter,
} from "@tanstack/react-router/ssr/server";
import type { Call } from "contract/call.ts";
import { shippedTexts } from "contract/content-strings/catalogue.ts";
import type { PostedForm } from "contract/posted-form.ts";
import { renderToString } from "react-dom/server";
import { getRouter } from "./router.ts";

export { headScript } from "./head-script.ts";

/** Which files each route needs, as the build writes it down. */
export type RouterManifest = NonNullable<Parameters<typeof attachRouterServerSsrUtils>[0]["manifest"]>;

export interface Surroundings {
  /** The API, in the server's own process. */
  call: Call;
  publicUrl: string;
  manifest: RouterManifest;
  /** Marks the scripts and styles that the renderer itself writes into the page. */
  nonce: string;
  /** The form that the page answers. */
  posted?: PostedForm | undefined;
}

/** A page: HTML with status 200, 404 or 500; or a redirect to `location`, whose HTML is empty. */
export interface RenderedPage {
  status: number;
  location: string | null;
  html: string;
}

/**
 * The page of an address: a path with its search, as the visitor asked for it. The same for every visitor, without a form. Rejects when
 * it could not be rendered; what could not be loaded is a page that says so.
 */
export async function renderPage(
  address: string,
  { call, publicUrl, manifest, nonce, posted }: Surroundings,
): Promise<RenderedPage> {
  // written out, because resolved against ours an address such as `//elsewhere.example` would be somebody else's
  const { url } = getNormalizedURL(publicUrl + address, "http://localhost");
  const history: RouterHistory = { ...still, location: locationOf(url) };
  const router = getRouter({ call, publicUrl, shippedTexts, renderToString, posted, history, origin: url.origin });
  router.options.ssr = { nonce };
  attachRouterServerSsrUtils({ router, manifest });
  try {
    await router.load();
    if (router._serverResult?.type === "redirect") {
      const { status, headers } = router._serverResult.redirect;
      return { status, location: headers.get("location"), html: "" };
    }
    // the same bytes, so the same ETag, from every process and at any time
    for (const match of router.state.matches) match.updatedAt = 0;
    await router.serverSsr?.dehydrate();
    // screens that only the browser renders still hold their place here, by a component that is loaded with them
    await Promise.all(router.state.matches.map(({ routeId }) => router.loadRouteChunk(router.routesById[routeId])));
    const html = await transformHtmlStringWithRouter(router, renderToString(<RouterServer router={router} />));
    return { status: getSsrStatus(router), location: null, html };
  } finally {
    router.serverSsr?.cleanup();
    forget(router);
  }
}

/**
 * Nobody goes anywhere on the server. With its location for a value it costs nothing to be somewhere: V8 puts getters into old memory,
 * which then keeps all of a history for each page.
 */
const still = createMemoryHistory();

function locationOf({ href, origin, pathname, search, hash }: URL): HistoryLocation {
  return { href: href.slice(origin.length), pathname, search, hash, state: { __TSR_index: 0 } };
}

/**
 * Takes from a router all that it knows. V8 puts its methods into old memory, as functions that are assigned to a property, and these
 * would keep the page with every answer on it until that is gone through (decision 029).
 */
function forget(router: ReturnType<typeof getRouter>): void {
  router.options.context.queryClient.clear();
  for (const name of Object.keys(router)) Reflect.set(router, name, undefined);
}

const unusedCall: Call = () => Promise.reject(new Error("Addresses are read without any call"));
const addressReader = getRouter({ call: unusedCall });

/**
 * What an address asks for: its path and the search parameters that its page knows, in one spelling.
 * Addresses of the same key give the same page, so junk such as `utm_source` does not make another one.
 */
export function pageKey(url: string): string {
  const location = addressReader.parseLocation(locationOf(new URL(`http://localhost${url}`)));
  // only what a route's `validateSearch` answered; `search` would hold the junk too
  const asked = addressReader.matchRoutes(location).at(-1)?._strictSearch ?? {};
  return `${location.pathname} ${JSON.stringify(asked)}`;
}
