import { z } from "zod";
import { endpoint } from "../endpoint.ts";

export const contentStringEndpoints = {
  publicStrings: endpoint("GET /api/content/strings", {
    summary: "The texts of the site, by key",
    access: "public",
    cache: "catalogue",
    response: z.record(z.string(), z.string()),
  }),
};
