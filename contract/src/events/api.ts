import { z } from "zod";
import { endpoint } from "../core/endpoint.ts";
import { SourceProgress } from "../prices/source-schema.ts";

/** A change that the panel shows live, with the new state. */
export const AdminEvent = z
  .object({
    event: z.literal("source"),
    data: SourceProgress,
  })
  .meta({ id: "AdminEvent" });
export type AdminEvent = z.output<typeof AdminEvent>;

export const eventEndpoints = {
  adminEvents: endpoint("GET /api/admin/events", {
    summary: "Stream changes, such as the progress of each source (with `sources.read`)",
    access: "admin",
    response: AdminEvent,
    format: "events",
  }),
};
