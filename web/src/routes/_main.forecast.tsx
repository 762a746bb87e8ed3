import { createFileRoute } from "@tanstack/react-router";
import { PageFailed } from "../features/games/detail/page-failed.tsx";
import { ForecastPage } from "../features/prices/forecast/forecast-page.tsx";

export const Route = createFileRoute("/_main/forecast")({
  // a parameter is a number in links, and a text in addresses
  validateSearch: ({ days }): { days?: 60 | 90 | undefined } => ({
    days: ([60, 90] as const).find((one) => String(days) === String(one)),
  }),
  loaderDeps: ({ search }) => search,
  async loader({ context, deps }) {
    // imported on demand: few visitors start here
    const { loadForecast } = await import("../features/prices/forecast/forecast-query.ts");
    return loadForecast(context, deps.days);
  },
  head: ({ loaderData }) => loaderData ?? {},
  component: () => <ForecastPage days={Route.useSearch().days} />,
  errorComponent: (props) => <PageFailed {...props} message="status.load_failed" />,
});
