import { z } from "zod";
import { cleanText } from "../contact/rules.ts";
import { endpoint } from "../core/endpoint.ts";
import { CountryCode, Id, pageQuery } from "../core/parameters.ts";
import { StoreKey } from "../stores/store-key.ts";
import { maxReplyLength } from "./report-rules.ts";
import { ReportGroup, ReportOutcome } from "./report-schema.ts";

export const reportEndpoints = {
  listReports: endpoint("GET /api/admin/catalogue/reports", {
    summary: "List visitors' reports of wrong prices by offer: open ones, oldest first, or resolved ones, latest first",
    access: "prices.read",
    query: z.object({ ...pageQuery, state: z.enum(["open", "settled"]).default("open") }),
    response: z.object({ groups: z.array(ReportGroup), total: z.number().int() }),
  }),
  settleReports: endpoint("POST /api/admin/catalogue/reports/{game}/{country}/{store}/settle", {
    summary: "Resolve the open reports of an offer and reply to their senders",
    access: "prices.write",
    params: z.object({ game: Id, country: CountryCode, store: StoreKey }),
    body: z.object({
      outcome: ReportOutcome,
      reply: z
        .string()
        .max(4 * maxReplyLength)
        .default("")
        .transform(cleanText)
        .refine((text) => [...text].length <= maxReplyLength, `Reply must have at most ${maxReplyLength} characters`)
        .meta({ description: "Emailed to everyone who reported it; empty = no email" }),
      latest: z.number().int().optional().meta({ description: "The latest report that the editor has seen" }),
    }),
    response: z.object({ settled: z.number().int(), replies: z.number().int() }),
    errors: ["stale"],
  }),
};
