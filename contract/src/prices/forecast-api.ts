import { z } from "zod";
import { endpoint } from "../core/endpoint.ts";
import { wholeNumber } from "../core/parameters.ts";
import { StoreKey } from "../stores/store-key.ts";
import { forecastDays } from "./rules.ts";

const share = z.number().min(0).max(1);

const score = {
  cases: z.number().int().meta({ description: "Forecasts whose outcome is known" }),
  brier: share.meta({ description: "Mean squared difference of stated chance and outcome: 0 is perfect" }),
  constant_brier: share.meta({ description: "The same for the share of earlier forecasts that came true" }),
};

const Bins = z
  .array(z.object({ said: share, came: share, cases: z.number().int() }))
  .meta({ description: "By tenths of the stated chance: its mean, the share that came true, and the number" });

/** How often forecasts of sales were right (spec/prices 10). */
export const ForecastScores = z
  .object({
    within_days: z.number().int(),
    total: z.object(score).nullable().meta({ description: "`null` = no outcome is known yet" }),
    bins: Bins,
    months: z
      .array(
        z.object({ month: z.string().meta({ description: "YYYY-MM: when they were made" }), ...score, bins: Bins }),
      )
      .meta({ description: "The latest first" }),
    stores: z.array(z.object({ store: StoreKey, ...score })).meta({ description: "Most forecasts first" }),
  })
  .meta({ id: "ForecastScores" });
export type ForecastScores = z.output<typeof ForecastScores>;

export const forecastEndpoints = {
  forecastScores: endpoint("GET /api/forecast", {
    summary: "Compare forecasts of sales at official stores with what happened",
    access: "public",
    isCached: true,
    query: z.object({
      days: wholeNumber(30, 90)
        .pipe(z.literal(forecastDays))
        .default(30)
        .meta({ description: "30, 60 or 90: the time for which the chance was stated" }),
    }),
    response: ForecastScores,
  }),
};
