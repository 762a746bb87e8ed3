import { createFileRoute } from "@tanstack/react-router";
import { textsOf } from "../api/texts.ts";
import { parseDealSearch } from "../features/games/deals/deal-search.ts";
import { DealsPage } from "../features/games/deals/deals-page.tsx";
import { PageFailed } from "../features/games/detail/page-failed.tsx";
import { pageHead } from "../page/head.ts";

export const Route = createFileRoute("/_main/deals")({
  validateSearch: parseDealSearch,
  // cached pages are rendered without unknown parameters, so a match with them would not fit
  loaderDeps: ({ search }) => parseDealSearch(search),
  async loader({ context, deps }) {
    // imported on demand: few visitors start here
    const { loadDeals } = await import("../features/games/deals/load-deals.ts");
    return loadDeals(context, deps);
  },
  head: ({ match: { context, search }, loaderData }) => {
    const text = textsOf(context);
    const { section, page } = search;
    return pageHead(context, {
      title: loaderData?.title ?? text("deals.title"),
      description: text("deals.description"),
      path: section ? `/deals?section=${section}${page ? `&page=${page}` : ""}` : "/deals",
      feeds: loaderData?.feeds,
    });
  },
  component: () => <DealsPage search={Route.useSearch()} />,
  errorComponent: (props) => <PageFailed {...props} message="deals.load_failed" />,
});
