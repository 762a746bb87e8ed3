import type { QueryClient } from "@tanstack/react-query";
import { createRouter, type RouterHistory } from "@tanstack/react-router";
import type { Call } from "contract/call.ts";
import type { PostedForm } from "contract/posted-form.ts";
import type { ReactNode } from "react";
import { parseAddressSearch, writeAddressSearch } from "./address-search.ts";
import type { Texts } from "./content-strings/texts.ts";
import { ErrorScreen } from "./error-screen.tsx";
import { NotFoundScreen } from "./not-found-screen.tsx";
import { packPageState, unpackPageState } from "./page-state.ts";
import { createQueryClient } from "./query.ts";
import { routeTree } from "./routeTree.gen.ts";

/** What loaders and heads of every route can use. */
export interface RouterContext {
  call: Call;
  queryClient: QueryClient;
  /** Where visitors reach the site, without a slash at the end; for absolute addresses. */
  publicUrl: string;
  /** The form that the page from the server answers. */
  posted?: PostedForm | undefined;
  /** React's; only the server has it. */
  renderToString?: RenderToString;
}

type RenderToString = (node: ReactNode) => string;

interface Surroundings {
  call: Call;
  /** Where the visitor is; the browser knows. */
  history?: RouterHistory;
  origin?: string;
  publicUrl?: string;
  posted?: PostedForm | undefined;
  /** Every text that ships; only the server has them all. */
  shippedTexts?: Texts;
  renderToString?: RenderToString;
}

/**
 * A router with its own cache: one for the browser, a new one for each request on the server.
 * In the browser `publicUrl` comes with the page.
 */
export function getRouter({ call, publicUrl = "", shippedTexts = {}, renderToString, posted, ...place }: Surroundings) {
  const queryClient = createQueryClient();
  const context: RouterContext = {
    call,
    queryClient,
    publicUrl,
    posted,
    ...(import.meta.env.SSR && renderToString && { renderToString }),
  };
  return createRouter({
    ...place,
    routeTree,
    context,
    parseSearch: parseAddressSearch,
    stringifySearch: writeAddressSearch,
    scrollRestoration: true,
    defaultPreload: "intent",
    // queries know how fresh an answer must be
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: ErrorScreen,
    defaultNotFoundComponent: NotFoundScreen,
    // the browser has nobody to hand its state to
    ...(import.meta.env.SSR && { dehydrate: () => packPageState(queryClient, publicUrl, { shippedTexts, posted }) }),
    hydrate: (page) => {
      context.publicUrl = page.publicUrl;
      context.posted = page.posted;
      unpackPageState(queryClient, page);
    },
  });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof getRouter>;
  }
}
