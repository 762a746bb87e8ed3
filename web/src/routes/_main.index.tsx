import { createFileRoute } from "@tanstack/react-router";
import { marketOf } from "../api/market.ts";
import { textsOf } from "../api/texts.ts";
import { topDealsQuery } from "../features/games/deals/top-deals-query.ts";
import { PageFailed } from "../features/games/detail/page-failed.tsx";
import { HomePage } from "../features/games/home-page.tsx";
import { homeRowsQuery } from "../features/games/home-rows-query.ts";
import { averageSavingsQuery, homepageGamesQuery } from "../features/games/queries.ts";
import { pageHead } from "../page/head.ts";

export const Route = createFileRoute("/_main/")({
  loader: async ({ context: { queryClient, call, place } }) => {
    await Promise.all([
      queryClient.ensureQueryData(homepageGamesQuery(call, place.country)),
      // the page works without them
      queryClient.prefetchQuery(
        homeRowsQuery(call, { country: place.country, currency: marketOf({ queryClient, place }).market.currency }),
      ),
      queryClient.prefetchQuery(topDealsQuery(call, place.country)),
      // the page has a fallback for this value
      queryClient.prefetchQuery(averageSavingsQuery(call, place.country)),
    ]);
  },
  head: ({ match }) => {
    const text = textsOf(match.context);
    return pageHead(match.context, { title: text("home.title"), description: text("site.description"), path: "/" });
  },
  component: HomePage,
  errorComponent: (props) => <PageFailed {...props} message="home.load_failed" />,
});
