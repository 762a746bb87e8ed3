import { queryOptions } from "@tanstack/react-query";
import { forecastTexts } from "contract/content-strings/defaults/forecast.ts";
import type { Call } from "contract/core/call.ts";
import type { ForecastDays } from "contract/prices/rules.ts";
import { textsAt } from "../../../api/texts.ts";
import { pageHead } from "../../../page/head.ts";
import type { RouterContext } from "../../../page/router-context.ts";

/** How forecasts for a number of days fared. */
export function forecastQuery(call: Call, days: ForecastDays = 30) {
  return queryOptions({
    queryKey: ["forecast", days],
    queryFn: ({ signal }) => call("GET /api/forecast", { query: { days } }, { signal }),
  });
}

/** Loads the page; returns its head. */
export async function loadForecast(context: RouterContext, days?: ForecastDays) {
  await context.queryClient.ensureQueryData(forecastQuery(context.call, days));
  const text = textsAt(context, forecastTexts);
  return pageHead(context, {
    title: text("forecast.title"),
    description: text("forecast.description"),
    path: days ? `/forecast?days=${days}` : "/forecast",
  });
}
