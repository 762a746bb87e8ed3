import { queryOptions } from "@tanstack/react-query";
import { forecastTexts } from "contract/content-strings/defaults/forecast.ts";
import type { Call } from "contract/core/call.ts";
import { textsAt } from "../../../api/texts.ts";
import type { PageHead } from "../../../page/head.ts";
import type { RouterContext } from "../../../page/router-context.ts";

/** How forecasts for a number of days fared. */
export function forecastQuery(call: Call, days: 30 | 60 | 90 = 30) {
  return queryOptions({
    queryKey: ["forecast", days],
    queryFn: ({ signal }) => call("GET /api/forecast", { query: { days } }, { signal }),
  });
}

/** Loads the page; returns its head. */
export async function loadForecast(context: RouterContext, days?: 60 | 90): Promise<PageHead> {
  await context.queryClient.ensureQueryData(forecastQuery(context.call, days));
  const text = textsAt(context, forecastTexts);
  return {
    title: text("forecast.title"),
    description: text("forecast.description"),
    path: days ? `/forecast?days=${days}` : "/forecast",
  };
}
