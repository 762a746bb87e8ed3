import { z } from "zod";
import { endpoint } from "../core/endpoint.ts";
import { CountryCode, wholeNumber } from "../core/parameters.ts";
import { StoreKey } from "../stores/store-key.ts";
import { retentionDays } from "./rules.ts";

const count = z.number().int().nonnegative();
const GameName = z.object({ id: z.number().int(), title: z.string() });
const Days = z
  .array(z.object({ day: z.string().meta({ description: "YYYY-MM-DD, UTC" }), count }))
  .meta({ description: "Every day of the period, ascending" });
const Interest = z.array(z.object({ game: GameName, people: count }));

export const Insights = z
  .object({
    days: count,
    clicks: z.object({
      total: count,
      by_day: Days,
      by_store: z.array(z.object({ store: StoreKey, clicks: count })),
      by_game: z.array(z.object({ game: GameName, clicks: count })),
    }),
    searches: z
      .object({
        total: count,
        by_day: Days,
        texts: z.array(z.object({ search: z.string(), searches: count, last_day: z.string() })),
      })
      .meta({ description: "Searches that found nothing" }),
    wishlisted: Interest.meta({ description: "Games in at least 3 wishlists" }),
    watched: Interest.meta({ description: "Games with alerts of at least 3 people" }),
    freshness: z.object({
      stale_days: count,
      offers: count,
      stale: count.meta({ description: "Offers not seen for `stale_days`" }),
      places: z.array(
        z.object({
          store: StoreKey,
          country: CountryCode,
          offers: count,
          stale: count,
          oldest_seen_at: z.string(),
        }),
      ),
    }),
  })
  .meta({ id: "Insights" });
export type Insights = z.output<typeof Insights>;

export const insightEndpoints = {
  insights: endpoint("GET /api/admin/catalogue/insights", {
    summary: "Get statistics on searches and the freshness of prices",
    access: "insights.read",
    query: z.object({ days: wholeNumber(1, retentionDays).default(30) }),
    response: Insights,
  }),
};
