import { z } from "zod";
import { endpoint } from "../core/endpoint.ts";
import { Id, pageQuery, SearchText, SortOrder } from "../core/parameters.ts";
import { LanguageTag } from "../languages/schema.ts";
import { ReportedOffer } from "../prices/report-schema.ts";
import { submissionSorts } from "./rules.ts";
import { ContactSubmission, SubmissionStatus } from "./schema.ts";

/** Anything but text counts as empty: the form's own rules then report what is missing. */
const FormText = z.string().catch("").default("");

export const contactEndpoints = {
  submitContact: endpoint("POST /api/contact/submit", {
    summary: "Send a message to the site's operators",
    access: "public",
    body: z.object({
      name: FormText,
      email: FormText,
      subject: FormText,
      message: FormText,
      language: LanguageTag.optional().catch(undefined).meta({ description: "Of the page that it was sent from" }),
      website: FormText.meta({ description: "Honeypot; must be empty" }),
      report: ReportedOffer.optional().meta({ description: "The offer whose price the message says is wrong" }),
    }),
    response: z.object({ message: z.string() }),
    status: 201,
  }),
  listSubmissions: endpoint("GET /api/admin/contact/submissions", {
    summary: "List messages, spam only on request; `search` matches name, address and subject",
    access: "users.read",
    query: z.object({
      ...pageQuery,
      search: SearchText.default(""),
      status: SubmissionStatus.optional(),
      sortBy: z.enum(submissionSorts).default("submitted_at"),
      sortOrder: SortOrder.default("DESC"),
    }),
    response: z.object({ submissions: z.array(ContactSubmission), total: z.number().int() }),
  }),
  updateSubmission: endpoint("PUT /api/admin/contact/submissions/{id}", {
    summary: "Set the status of a message",
    access: "users.write",
    params: z.object({ id: Id }),
    body: z.object({ status: SubmissionStatus, base_version: z.number().int().optional() }),
    response: z.object({ submission: ContactSubmission }),
    errors: ["stale"],
  }),
};
