import { createRouter, type RouterHistory } from "@tanstack/react-router";
import type { Call } from "contract/core/call.ts";
import type { PostedForm } from "contract/core/posted-form.ts";
import { callAt } from "../api/my-stores.ts";
import { createQueryClient } from "../api/query.ts";
import type { Texts } from "../api/texts.ts";
import { parseAddressSearch, writeAddressSearch } from "../page/address-search.ts";
import { ErrorScreen, NotFoundScreen } from "../page/error-screen.tsx";
import { marketRewrite } from "../page/market-rewrite.ts";
import { restorePageState, serializePageState } from "../page/page-state.ts";
import type { RouterContext } from "../page/router-context.ts";
import { routeTree } from "./route-tree.gen.ts";

interface Deps {
  call: Call;
  /** The location; the browser knows its own. */
  history?: RouterHistory;
  origin?: string;
  /** Marks what the renderer writes into the page. */
  ssr?: { nonce: string };
  publicUrl?: string;
  /** The visitor's country, unless the address names one. */
  country?: string | undefined;
  posted?: PostedForm | undefined;
  /** All shipped texts; only the server has them. */
  shippedTexts?: Texts;
}

/**
 * A router with its own cache: one for the browser, a new one for each request on the server. In the browser
 * `publicUrl` comes with the page.
 */
export function getRouter({ call, publicUrl = "", shippedTexts = {}, posted, country, ...location }: Deps) {
  const queryClient = createQueryClient();
  const place = { country, official: false };
  const context: RouterContext = {
    call: import.meta.env.SSR ? callAt(place, call) : call,
    queryClient,
    publicUrl,
    posted,
    place,
  };
  return createRouter({
    ...location,
    routeTree,
    context,
    rewrite: marketRewrite(place),
    parseSearch: parseAddressSearch,
    stringifySearch: writeAddressSearch,
    scrollRestoration: true,
    defaultPreload: "intent",
    // queries define their own freshness
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: ErrorScreen,
    defaultNotFoundComponent: NotFoundScreen,
    // only the server serializes its state
    ...(import.meta.env.SSR && {
      dehydrate: () => serializePageState(queryClient, publicUrl, { shippedTexts, posted }),
    }),
    hydrate: (page) => {
      context.publicUrl = page.publicUrl;
      context.posted = page.posted;
      restorePageState(queryClient, page);
    },
  });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof getRouter>;
  }
}
