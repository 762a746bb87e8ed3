import { createRouter, type RouterHistory } from "@tanstack/react-router";
import type { Texts } from "contract/content-strings/variables.ts";
import type { Call } from "contract/core/call.ts";
import type { PostedForm } from "contract/core/posted-form.ts";
import { placesOf } from "../api/market.ts";
import { callAt } from "../api/my-stores.ts";
import { createQueryClient } from "../api/query.ts";
import { parseAddressSearch, writeAddressSearch } from "../page/address-search.ts";
import { ErrorScreen, NotFoundScreen } from "../page/error-screen.tsx";
import { firstPlace, marketRewrite, settlePlace } from "../page/market-rewrite.ts";
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
  /** The shipped texts of a language: all of them on the server, in the browser the translations. */
  shippedTexts?: (language: string) => Texts;
}

/**
 * A router with its own cache: one for the browser, a new one for each request on the server. In the browser
 * `publicUrl` comes with the page.
 */
export function getRouter({ call, publicUrl = "", shippedTexts = () => ({}), posted, country, ...location }: Deps) {
  const queryClient = createQueryClient();
  const place = firstPlace(country);
  const context: RouterContext = {
    call: import.meta.env.SSR ? callAt(place, call) : call,
    queryClient,
    publicUrl,
    posted,
    place,
    headEnd: { html: "" },
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
      dehydrate: () =>
        serializePageState(queryClient, publicUrl, {
          shippedTexts: shippedTexts(place.language),
          language: place.language,
          posted,
        }),
    }),
    hydrate: (page) => {
      context.publicUrl = page.publicUrl;
      context.posted = page.posted;
      restorePageState(queryClient, page, shippedTexts(document.documentElement.lang));
      settlePlace(place, placesOf(queryClient));
    },
  });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof getRouter>;
  }
}
