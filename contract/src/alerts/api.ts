import { z } from "zod";
import { endpoint } from "../core/endpoint.ts";
import { Country, Id, wholeNumber } from "../core/parameters.ts";
import { PriceAlert } from "./schema.ts";

/** The valid amounts depend on the market's currency (`isTargetPrice`). */
const TargetPrice = z.number();

export const alertEndpoints = {
  listAlerts: endpoint("GET /api/alerts", {
    summary: "The caller's price alerts, the newest first",
    access: "user",
    query: z.object({ gameId: wholeNumber(1, 2_147_483_647).optional() }),
    response: z.object({
      alerts: z.array(PriceAlert),
      total: z.number().int(),
      mails_stopped_at: z
        .string()
        .optional()
        .meta({ description: "Since when no alert sends mail; absent while they do" }),
    }),
  }),
  setAlert: endpoint("POST /api/alerts", {
    summary: "Sets the caller's alert for a game; 200 when there was one already, which now has this target",
    access: "user",
    query: z.object({ country: Country.optional() }),
    body: z.object({ gameId: wholeNumber(1, 2_147_483_647), targetPrice: TargetPrice.nullable() }),
    response: z.object({ alert: PriceAlert }),
    status: 201,
    otherStatus: 200,
    errors: ["not_found", "conflict"],
  }),
  removeAlert: endpoint("DELETE /api/alerts/{id}", {
    summary: "Removes an alert; also when it was not there",
    access: "user",
    params: z.object({ id: Id }),
  }),
  setAlertMails: endpoint("PUT /api/alerts/mails", {
    summary: "Stops all alert mail of the caller, or lets it go on; the alerts stay",
    access: "user",
    body: z.object({ enabled: z.boolean() }),
  }),
  stopAlert: endpoint("POST /api/alerts/stop", {
    summary:
      "Does what the signed link of a mail is for, without signing in: removes one alert, or stops all alert mail",
    access: "public",
    body: z.object({ token: z.string().min(1).max(500) }),
    response: z.object({
      title: z.string().nullable().meta({ description: "The game of the alert; null when it was gone, or with `all`" }),
      all: z.literal(true).optional().meta({ description: "The link stopped all alert mail of the account" }),
    }),
  }),
};
