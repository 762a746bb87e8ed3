import { z } from "zod";
import { endpoint } from "../core/endpoint.ts";

/** The items of the setup checklist, in display order. */
export const checklistKeys = [
  "contact_email",
  "mail",
  "public_url",
  "backups",
  "games",
  "prices",
  "second_factor",
  "sample",
] as const;

export const ChecklistKey = z.enum(checklistKeys);
export type ChecklistKey = z.output<typeof ChecklistKey>;

export const Checklist = z
  .object({
    items: z
      .array(z.object({ key: ChecklistKey, done: z.boolean() }))
      .meta({ description: "Those that the caller may act on" }),
    dismissed: z.boolean().meta({ description: "For the whole site, by the setting `site.setup_checklist`" }),
    sample: z
      .object({
        shown: z.boolean().meta({ description: "The catalogue is the bundled sample" }),
        kept: z.boolean().meta({ description: "And is to stay, by the setting `site.keep_sample`" }),
        catalogue_sync: z.boolean().meta({ description: "Games are read from the stores" }),
      })
      .meta({ description: "Where the games come from" }),
  })
  .meta({ id: "Checklist" });
export type Checklist = z.output<typeof Checklist>;

export const checklistEndpoints = {
  checklist: endpoint("GET /api/admin/dashboard/checklist", {
    summary: "What the site still needs before it is ready for visitors",
    access: "admin",
    response: Checklist,
  }),
  testMail: endpoint("POST /api/admin/dashboard/test-mail", {
    summary: "Queues a mail to the caller's own address",
    access: "config.write",
    status: 202,
    response: z.object({
      to: z.string(),
      delivery: z.enum(["smtp", "outbox"]).meta({ description: "`outbox`: a file in the data folder" }),
    }),
    errors: ["conflict"],
  }),
};
