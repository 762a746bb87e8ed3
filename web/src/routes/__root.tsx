import { currentBasePath, withBase } from "../api/base-path.ts";
import "../app/styles.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { createRootRouteWithContext, HeadContent, Outlet, redirect, Scripts, useRouter } from "@tanstack/react-router";
import { placePath } from "contract/languages/place.ts";
import { type ReactNode, useLayoutEffect } from "react";
import { placesOf, placesQuery } from "../api/market.ts";
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
import { settlePlace } from "../page/market-rewrite.ts";
import type { RouterContext } from "../page/router-context.ts";
import { IconDrawings } from "../ui/repeated-icon.tsx";

export const Route = createRootRouteWithContext<RouterContext>()({
  // one address per page: what a market has by default, and what the site does not have, is not in it
  beforeLoad: async ({ context: { queryClient, call, place }, location }) => {
    await queryClient.prefetchQuery(placesQuery(call));
    if (!settlePlace(place, placesOf(queryClient)))
      throw redirect({ href: withBase(placePath(location.href, place.prefix)), replace: true });
    // Before the loaders of pages, which run beside that of the root and read texts and stores. Without them the page
    // falls back to default texts and settings.
    await Promise.allSettled([
      queryClient.ensureQueryData(textsQuery(call, place.language)),
      queryClient.ensureQueryData(siteQuery(call)),
      queryClient.ensureQueryData(storesQuery(call)),
    ]);
  },
  head: ({ match }) => {
    const text = textsOf(match.context);
    return {
      meta: [
        { charSet: "utf-8" },
        { name: "viewport", content: "width=device-width, initial-scale=1" },
        { name: "color-scheme", content: "dark light" },
        { title: text("header.brand_name") },
        { name: "description", content: text("site.description") },
        ...installable.meta,
      ],
      links: [
        { rel: "icon", type: "image/svg+xml", href: withBase("/favicon.svg") },
        ...installable.links(match.context),
      ],
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
const writtenScript = import.meta.env.SSR ? writeHeadScript : () => "";

function Document({ children }: { children: ReactNode }) {
  const { queryClient, place } = useRouter().options.context;
  const { languages } = placesOf(queryClient);
  const direction = languages.find(({ tag }) => tag === place.language)?.direction ?? "ltr";
  return (
    // the head scripts set attributes that the server does not render
    <html lang={place.language} dir={direction} data-base={currentBasePath() || undefined} suppressHydrationWarning>
      <head>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant */}
        <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: writtenScript() }} />
        <HeadContent />
      </head>
      <body>
        <IconDrawings />
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
