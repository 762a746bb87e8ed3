import { z } from "zod";
import { CountryCode, Id } from "../core/parameters.ts";
import { StoreKey } from "../stores/store-key.ts";
import { reportOutcomes } from "./report-rules.ts";

/** The offer that a visitor reports. */
export const ReportedOffer = z
  .object({ game: Id, store: StoreKey, country: CountryCode })
  .meta({ id: "ReportedOffer" });
export type ReportedOffer = z.output<typeof ReportedOffer>;

export const ReportOutcome = z.enum(reportOutcomes);

/** The reports about an offer that are open or were settled together. */
export const ReportGroup = z
  .object({
    game: z.object({ id: z.number().int(), title: z.string() }),
    store: StoreKey,
    country: CountryCode,
    price_now: z.number().nullable().meta({ description: "`null` = no longer sold" }),
    currency: z.string().nullable(),
    link: z.string().nullable(),
    last_seen_at: z.string().nullable().meta({ description: "When the offer was last seen" }),
    count: z.number().int().meta({ description: "Number of all reports; `reports` contains the 20 latest" }),
    latest: z.number().int().meta({ description: "The id of the latest report" }),
    reports: z.array(
      z.object({
        id: z.number().int().meta({ description: "Id of its message" }),
        reported_at: z.string(),
        price: z.number().nullable().meta({ description: "The price shown at that time" }),
        currency: z.string(),
        message: z.string().nullable().meta({ description: "`null` without `users.read`" }),
      }),
    ),
    outcome: ReportOutcome.nullable().meta({ description: "`null` = open" }),
    settled_at: z.string().nullable(),
  })
  .meta({ id: "ReportGroup" });
export type ReportGroup = z.output<typeof ReportGroup>;
