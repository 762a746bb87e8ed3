import { createRequestHandler, RouterServer, renderRouterToString } from "@tanstack/react-router/ssr/server";
import type { Call } from "contract/call.ts";
import { getRouter } from "./router.ts";

type HandlerOptions = Parameters<typeof createRequestHandler>[0];

/** Which files each route needs, as the build writes it down. */
export type RouterManifest = NonNullable<Awaited<ReturnType<NonNullable<HandlerOptions["getRouterManifest"]>>>>;

export interface Surroundings {
  /** The API, in the server's own process. */
  call: Call;
  publicUrl: string;
  manifest: RouterManifest;
}

/** The page of a GET request: HTML with status 200, 404 or 500, or a redirect. */
export function renderPage(request: Request, { call, publicUrl, manifest }: Surroundings): Promise<Response> {
  const handle = createRequestHandler({
    request,
    createRouter: () => getRouter({ call, publicUrl }),
    getRouterManifest: () => manifest,
  });
  return handle(({ router, responseHeaders }) =>
    renderRouterToString({ router, responseHeaders, children: <RouterServer router={router} /> }),
  );
}
