import { z } from "zod";
import { endpoint } from "../core/endpoint.ts";
import { Country, CountryCode, Id, wholeNumber } from "../core/parameters.ts";
import { languageQuery, localizedTitle } from "../languages/schema.ts";

/** A price alert for a game in a market. `target_price` in `currency`; `null` = any drop. */
export const PriceAlert = z
  .object({
    id: z.number().int(),
    game_id: z.number().int(),
    title: z.string(),
    localized_title: localizedTitle,
    country: CountryCode,
    currency: z.string(),
    target_price: z.number().nullable(),
    official: z.boolean().meta({ description: "Only prices of official stores count" }),
    created_at: z.string(),
    last_fired_at: z.string().nullable(),
    current_price: z.number().nullable().meta({ description: "The best price that can be delivered today" }),
    reached: z.boolean().meta({
      description: "The target is already reached; the next email is sent after the price has been above it",
    }),
  })
  .meta({ id: "PriceAlert" });
export type PriceAlert = z.output<typeof PriceAlert>;

/** The valid amounts depend on the market's currency (`isTargetPrice`). */
const TargetPrice = z.number();

export const alertEndpoints = {
  listAlerts: endpoint("GET /api/alerts", {
    summary: "List the caller's price alerts, newest first",
    access: "user",
    query: z.object({ gameId: wholeNumber(1, 2_147_483_647).optional(), ...languageQuery }),
    response: z.object({
      alerts: z.array(PriceAlert),
      total: z.number().int(),
      mails_stopped_at: z
        .string()
        .optional()
        .meta({ description: "When alert emails were paused; absent if they are not" }),
    }),
  }),
  setAlert: endpoint("POST /api/alerts", {
    summary: "Set the caller's price alert for a game; 200 if it replaced the target of an existing one",
    access: "user",
    query: z.object({ country: Country.optional(), ...languageQuery }),
    body: z.object({
      gameId: wholeNumber(1, 2_147_483_647),
      targetPrice: TargetPrice.nullable(),
      official: z.boolean().optional().meta({
        description: "Only prices of official stores count, otherwise the caller's stores; omitted = unchanged",
      }),
    }),
    response: z.object({ alert: PriceAlert }),
    status: 201,
    otherStatus: 200,
    errors: ["not_found", "conflict"],
  }),
  removeAlert: endpoint("DELETE /api/alerts/{id}", {
    summary: "Delete an alert; succeeds if it does not exist",
    access: "user",
    params: z.object({ id: Id }),
  }),
  setAlertMails: endpoint("PUT /api/alerts/mails", {
    summary: "Pause or resume the caller's alert emails; alerts are kept",
    access: "user",
    body: z.object({ enabled: z.boolean() }),
  }),
  stopAlert: endpoint("POST /api/alerts/stop", {
    summary: "Unsubscribe with the signed link of an email, without signing in: from one alert or all alert emails",
    access: "public",
    query: z.object(languageQuery),
    body: z.object({ token: z.string().min(1).max(500) }),
    response: z.object({
      title: z
        .string()
        .nullable()
        .meta({ description: "The game of the alert; null if the alert did not exist, or with `all`" }),
      localized_title: localizedTitle,
      all: z.literal(true).optional().meta({ description: "The link stopped all alert mail of the account" }),
    }),
  }),
};
