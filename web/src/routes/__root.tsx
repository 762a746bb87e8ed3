import "../app/styles.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { createRootRouteWithContext, HeadContent, Outlet, Scripts, useRouter } from "@tanstack/react-router";
import { type ReactNode, useLayoutEffect } from "react";
import { siteQuery } from "../api/site.ts";
import { textsOf, textsQuery } from "../api/texts.ts";
import { TextsProvider } from "../api/texts-provider.tsx";
import { useViewerQueries } from "../api/use-viewer-queries.ts";
import { usePageRefresh } from "../app/page-refresh.ts";
import { HomeGamesStatus } from "../features/games/home/home-games-status.tsx";
import { replayEarlyClick } from "../page/early-input.ts";
import { headScript } from "../page/head-script.ts";
import type { RouterContext } from "../page/router-context.ts";

export const Route = createRootRouteWithContext<RouterContext>()({
  // a page without its texts or settings is better than no page: there are defaults for all of them
  loader: ({ context: { queryClient, call } }) =>
    Promise.allSettled([
      queryClient.ensureQueryData(textsQuery(call)),
      queryClient.ensureQueryData(siteQuery(call)),
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
      ],
      links: [{ rel: "icon", type: "image/svg+xml", href: "/favicon.svg" }],
    };
  },
  shellComponent: Document,
  component: Root,
});

function Root() {
  usePageRefresh();
  useViewerQueries();
  useLayoutEffect(replayEarlyClick, []);
  return (
    <>
      <Outlet />
      {/* has nothing to tell before the page lives */}
      {!import.meta.env.SSR && <HomeGamesStatus />}
    </>
  );
}

function Document({ children }: { children: ReactNode }) {
  const { queryClient } = useRouter().options.context;
  return (
    // the scripts write attributes that the server does not know of
    <html lang="en" suppressHydrationWarning>
      <head>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant */}
        <script dangerouslySetInnerHTML={{ __html: headScript }} />
        <HeadContent />
      </head>
      <body>
        <QueryClientProvider client={queryClient}>
          <TextsProvider>{children}</TextsProvider>
        </QueryClientProvider>
        <Scripts />
      </body>
    </html>
  );
}
