import "../styles.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { createRootRouteWithContext, Outlet, Scripts, useRouter } from "@tanstack/react-router";
import { type ReactNode, useLayoutEffect } from "react";
import { useAnswersOfViewer } from "../accounts/use-answers-of-viewer.ts";
import { textsOf, textsQuery } from "../content-strings/texts.ts";
import { TextsProvider } from "../content-strings/texts-provider.tsx";
import { DocumentHead } from "../document-head.tsx";
import { replayEarlyPress } from "../early-input.ts";
import { HomeGamesStatus } from "../home-games-status.tsx";
import { usePageRefresh } from "../page-refresh.ts";
import { ensureAnswer } from "../query.ts";
import type { RouterContext } from "../router.ts";
import { siteQuery } from "../site-config/site.ts";

export const Route = createRootRouteWithContext<RouterContext>()({
  // a page without its texts or settings is better than no page: there are defaults for all of them
  loader: ({ context: { queryClient, call } }) =>
    Promise.allSettled([ensureAnswer(queryClient, textsQuery(call)), ensureAnswer(queryClient, siteQuery(call))]).then(
      () => undefined,
    ),
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
  useAnswersOfViewer();
  useLayoutEffect(replayEarlyPress, []);
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
      <DocumentHead />
      <body>
        <QueryClientProvider client={queryClient}>
          <TextsProvider>{children}</TextsProvider>
        </QueryClientProvider>
        <Scripts />
      </body>
    </html>
  );
}
