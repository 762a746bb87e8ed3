import { z } from "zod";
import { cleanText } from "../contact/rules.ts";
import { endpoint } from "../core/endpoint.ts";
import { CountryCode, Id, pageQuery } from "../core/parameters.ts";
import { StoreKey } from "../stores/store-key.ts";
import { maxReplyLength } from "./report-rules.ts";
import { ReportGroup, ReportOutcome } from "./report-schema.ts";

export const reportEndpoints = {
  listReports: endpoint("GET /api/admin/catalogue/reports", {
    summary:
      "Visitors' reports of wrong prices by offer, the longest waiting first, or those settled, the latest first",
    access: "prices.read",
    query: z.object({ ...pageQuery, state: z.enum(["open", "settled"]).default("open") }),
    response: z.object({ groups: z.array(ReportGroup), total: z.number().int() }),
  }),
  settleReports: endpoint("POST /api/admin/catalogue/reports/{game}/{country}/{store}/settle", {
    summary: "Closes the open reports of an offer with their messages, and replies to who sent them",
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
        .meta({ description: "Mailed to everyone who reported it; nothing is sent while it is empty" }),
      latest: z.number().int().optional().meta({ description: "The latest report that the editor has seen" }),
    }),
    response: z.object({ settled: z.number().int(), replies: z.number().int() }),
    errors: ["stale"],
  }),
};
