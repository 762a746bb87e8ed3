import { z } from "zod";
import { endpoint } from "../core/endpoint.ts";

/** The items of the setup checklist, in display order. */
const checklistKeys = [
  "contact_email",
  "mail",
  "public_url",
  "backups",
  "games",
  "prices",
  "second_factor",
  "sample",
  "legal",
] as const;

export const ChecklistKey = z.enum(checklistKeys);
export type ChecklistKey = z.output<typeof ChecklistKey>;

export const Checklist = z
  .object({
    items: z
      .array(z.object({ key: ChecklistKey, done: z.boolean() }))
      .meta({ description: "Items that the caller may act on" }),
    dismissed: z.boolean().meta({ description: "Dismissed for the whole site (setting `site.setup_checklist`)" }),
    sample: z
      .object({
        shown: z.boolean().meta({ description: "The catalogue is the bundled sample" }),
        kept: z.boolean().meta({ description: "The sample is kept (setting `site.keep_sample`)" }),
        catalogue_sync: z.boolean().meta({ description: "The catalogue is synced from the stores" }),
      })
      .meta({ description: "Source of the games" }),
    is_new: z.boolean().meta({ description: "There are no games but the sample, and nobody has chosen a source" }),
    filling: z
      .object({
        games: z.number().int().meta({ description: "Listed at Steam, by its own list or the starter list" }),
        described: z.number().int().meta({ description: "Of these, with details" }),
        priced: z.number().int().meta({ description: "With a price at Steam in the default market" }),
        seconds_left: z.number().int().meta({ description: "Until all have details, at the present pace" }),
        failed: z.number().int().meta({ description: "Sources whose latest reading failed" }),
      })
      .nullable()
      .meta({ description: "How far the catalogue is filled; `null` once it is" }),
  })
  .meta({ id: "Checklist" });
export type Checklist = z.output<typeof Checklist>;

export const checklistEndpoints = {
  checklist: endpoint("GET /api/admin/dashboard/checklist", {
    summary: "List the setup steps that remain before the site is ready for visitors",
    access: "admin",
    response: Checklist,
  }),
  testMail: endpoint("POST /api/admin/dashboard/test-mail", {
    summary: "Send a test email to the caller's own address",
    access: "config.write",
    status: 202,
    response: z.object({
      to: z.string(),
      delivery: z.enum(["smtp", "outbox"]).meta({ description: "`outbox`: a file in the data folder" }),
    }),
    errors: ["conflict"],
  }),
};
