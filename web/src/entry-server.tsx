import { createRequestHandler, RouterServer, renderRouterToString } from "@tanstack/react-router/ssr/server";
import type { Call } from "contract/call.ts";
import { shippedTexts } from "contract/content-strings/catalogue.ts";
import { getRouter } from "./router.ts";

export { headScript } from "./head-script.ts";

type HandlerOptions = Parameters<typeof createRequestHandler>[0];

/** Which files each route needs, as the build writes it down. */
export type RouterManifest = NonNullable<Awaited<ReturnType<NonNullable<HandlerOptions["getRouterManifest"]>>>>;

export interface Surroundings {
  /** The API, in the server's own process. */
  call: Call;
  publicUrl: string;
  manifest: RouterManifest;
  /** Marks the scripts and styles that the renderer itself writes into the page. */
  nonce: string;
}

/** The page of a GET request: HTML with status 200, 404 or 500, or a redirect. */
export function renderPage(request: Request, { call, publicUrl, manifest, nonce }: Surroundings): Promise<Response> {
  const handle = createRequestHandler({
    request,
    createRouter: () => {
      const router = getRouter({ call, publicUrl, shippedTexts });
      router.options.ssr = { nonce };
      return router;
    },
    getRouterManifest: () => manifest,
  });
  return handle(async ({ router, responseHeaders }) => {
    // screens that only the browser renders still hold their place here, by a component that is loaded with them
    await Promise.all(router.state.matches.map(({ routeId }) => router.loadRouteChunk(router.routesById[routeId])));
    return renderRouterToString({ router, responseHeaders, children: <RouterServer router={router} /> });
  });
}

const unusedCall: Call = () => Promise.reject(new Error("Addresses are read without any call"));
const addressReader = getRouter({ call: unusedCall });

/**
 * What an address asks for: its path and the search parameters that its page knows, in one spelling.
 * Addresses of the same key give the same page, so junk such as `utm_source` does not make another one.
 */
export function pageKey(url: string): string {
  const { pathname, search } = new URL(`http://localhost${url}`);
  const address = { href: pathname + search, pathname, search, hash: "", state: { __TSR_index: 0 } };
  const location = addressReader.parseLocation(address);
  // only what a route's `validateSearch` answered; `search` would hold the junk too
  const asked = addressReader.matchRoutes(location).at(-1)?._strictSearch ?? {};
  return `${location.pathname} ${JSON.stringify(asked)}`;
}
