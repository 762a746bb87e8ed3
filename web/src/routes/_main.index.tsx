import { createFileRoute } from "@tanstack/react-router";
import { textsOf } from "../content-strings/texts.ts";
import { HomePage } from "../games/home-page.tsx";
import { PageFailed } from "../games/page-failed.tsx";
import { averageSavingsQuery, homepageGamesQuery } from "../games/queries.ts";
import { pageHead } from "../head.ts";
import { ensureAnswer } from "../query.ts";

export const Route = createFileRoute("/_main/")({
  loader: async ({ context: { queryClient, call } }) => {
    await Promise.all([
      ensureAnswer(queryClient, homepageGamesQuery(call)),
      // the page has a figure of its own for when this one is missing
      queryClient.prefetchQuery(averageSavingsQuery(call)),
    ]);
  },
  head: ({ match }) => {
    const text = textsOf(match.context.queryClient);
    return pageHead(match.context, { title: text("home.title"), description: text("site.description"), path: "/" });
  },
  component: HomePage,
  errorComponent: (props) => <PageFailed {...props} message="home.load_failed" />,
});
