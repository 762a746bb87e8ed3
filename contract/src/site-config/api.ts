import { z } from "zod";
import { endpoint } from "../endpoint.ts";

/** The settings that visitors may know (spec/content-and-settings 3.5); addresses are `null` while not set. */
export const PublicSite = z
  .object({
    contact_email: z.string().nullable(),
    chat_url: z.string().nullable(),
    network_url: z.string().nullable(),
    registration_open: z.boolean(),
    mobile_wishlist: z.boolean(),
    sample_data: z.boolean(),
    default_savings_percentage: z.number(),
  })
  .meta({ id: "PublicSite" });
export type PublicSite = z.output<typeof PublicSite>;

export const siteConfigEndpoints = {
  publicSite: endpoint("GET /api/site", {
    summary: "The public settings of the site",
    access: "public",
    cache: "catalogue",
    response: PublicSite,
  }),
};
