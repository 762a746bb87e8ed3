import "../app/styles.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { createRootRouteWithContext, HeadContent, Outlet, redirect, Scripts, useRouter } from "@tanstack/react-router";
import { type ReactNode, useLayoutEffect } from "react";
import { marketIn, marketsQuery } from "../api/market.ts";
import { CatalogueProvider, TextsProvider } from "../api/providers.tsx";
import { siteQuery } from "../api/site.ts";
import { storesQuery } from "../api/stores.ts";
import { textsOf, textsQuery } from "../api/texts.ts";
import { useViewerQueries } from "../api/use-viewer-queries.ts";
import { usePageRefresh } from "../app/page-refresh.ts";
import { replayEarlyClick } from "../page/early-input.ts";
import { installable } from "../page/head.ts";
import { writeHeadScript } from "../page/head-script.ts";
import { useLater } from "../page/later-part.tsx";
import type { RouterContext } from "../page/router-context.ts";

export const Route = createRootRouteWithContext<RouterContext>()({
  // one address per page: the default market and unknown ones have no address
  beforeLoad: async ({ context: { queryClient, call, place }, location }) => {
    if (place.country === undefined) return;
    const markets = await queryClient.ensureQueryData(marketsQuery(call));
    if (marketIn(markets, place.country).country !== undefined) return;
    place.country = undefined;
    throw redirect({ href: location.href, replace: true });
  },
  // the page falls back to default texts and settings
  loader: ({ context: { queryClient, call } }) =>
    Promise.allSettled([
      queryClient.ensureQueryData(textsQuery(call)),
      queryClient.ensureQueryData(siteQuery(call)),
      queryClient.ensureQueryData(storesQuery(call)),
      queryClient.ensureQueryData(marketsQuery(call)),
    ]).then(() => undefined),
  head: ({ match }) => {
    const text = textsOf(match.context.queryClient);
    return {
      meta: [
        { charSet: "utf-8" },
        { name: "viewport", content: "width=device-width, initial-scale=1" },
        { name: "color-scheme", content: "dark light" },
        { title: text("header.brand_name") },
        { name: "description", content: text("site.description") },
        ...installable.meta,
      ],
      links: [{ rel: "icon", type: "image/svg+xml", href: "/favicon.svg" }, ...installable.links(match.context)],
    };
  },
  shellComponent: Document,
  component: Root,
});

function Root() {
  usePageRefresh();
  useViewerQueries();
  useLayoutEffect(replayEarlyClick, []);
  const LateParts = useLater(() => import("../app/late-parts.tsx"), true);
  return (
    <>
      <Outlet />
      {LateParts && <LateParts />}
    </>
  );
}

/** Empty in the browser, which has already run it. */
const writtenScript = import.meta.env.SSR ? writeHeadScript() : "";

function Document({ children }: { children: ReactNode }) {
  const { queryClient } = useRouter().options.context;
  return (
    // the head scripts set attributes that the server does not render
    <html lang="en" suppressHydrationWarning>
      <head>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant */}
        <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: writtenScript }} />
        <HeadContent />
      </head>
      <body>
        <QueryClientProvider client={queryClient}>
          <TextsProvider>
            <CatalogueProvider>{children}</CatalogueProvider>
          </TextsProvider>
        </QueryClientProvider>
        <Scripts />
      </body>
    </html>
  );
}
