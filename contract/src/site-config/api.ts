import { z } from "zod";
import { endpoint } from "../core/endpoint.ts";
import { Id, SearchText } from "../core/parameters.ts";
import { ConfigValue, SiteConfig } from "./schema.ts";

/** A setting by its id or its key. */
const byKey = z.object({ key: z.string().min(1).max(200) });
const BaseVersion = z.number().int().optional();
const OneConfig = z.object({ config: SiteConfig });

/** The public settings (spec/content-and-settings 3.5); addresses are `null` while not set. */
export const PublicSite = z
  .object({
    contact_email: z.string().nullable(),
    chat_url: z.string().nullable(),
    network_url: z.string().nullable(),
    imprint: z.boolean().meta({ description: "The terms name the operator (`terms.operator_text`)" }),
    registration_open: z.boolean(),
    mobile_wishlist: z.boolean(),
    sample_data: z.boolean(),
    demo: z.boolean().meta({ description: "The data is reset at each full hour (`DEMO=on`)" }),
    default_savings_percentage: z.number(),
  })
  .meta({ id: "PublicSite" });
export type PublicSite = z.output<typeof PublicSite>;

export const siteConfigEndpoints = {
  listConfigs: endpoint("GET /api/admin/config", {
    summary: "List settings; `search` matches key and description",
    access: "config.read",
    query: z.object({
      search: SearchText.default(""),
      category: z.string().max(100).optional(),
    }),
    response: z.object({ configs: z.array(SiteConfig) }),
  }),
  configCategories: endpoint("GET /api/admin/config/meta/categories", {
    summary: "List categories of settings",
    access: "config.read",
    response: z.object({ categories: z.array(z.string()) }),
  }),
  getConfig: endpoint("GET /api/admin/config/{key}", {
    summary: "Get a setting by key or id",
    access: "config.read",
    params: byKey,
    response: OneConfig,
  }),
  bulkUpdateConfigs: endpoint("PUT /api/admin/config", {
    summary: "Update several settings atomically; 409 lists those changed meanwhile",
    access: "config.write",
    body: z.object({
      configs: z
        .array(
          z.object({
            id: Id,
            value: ConfigValue,
            type: z.string().max(20).optional(),
            base_version: BaseVersion,
          }),
        )
        .min(1)
        .max(1_000),
    }),
    response: z.object({ configs: z.array(SiteConfig) }),
    errors: ["not_found", "stale"],
  }),
  updateConfig: endpoint("PUT /api/admin/config/{key}", {
    summary: "Update a setting",
    access: "config.write",
    params: byKey,
    body: z.object({ value: ConfigValue, base_version: BaseVersion }),
    response: OneConfig,
    errors: ["stale"],
  }),
  createConfig: endpoint("POST /api/admin/config", {
    summary: "Create a setting",
    access: "config.write",
    body: z.object({
      key: z.string().max(200).default(""),
      value: ConfigValue.default(""),
      type: z.string().max(20),
      category: z.string().max(100).default(""),
      description: z.string().max(1_000).nullish(),
      required: z.boolean().default(false),
    }),
    response: OneConfig,
    status: 201,
    errors: ["conflict"],
  }),
  deleteConfig: endpoint("DELETE /api/admin/config/{key}", {
    summary: "Delete a setting; a built-in one is recreated with its default at the next start",
    access: "config.delete",
    params: byKey,
  }),
  publicSite: endpoint("GET /api/site", {
    summary: "Get the public settings of the site",
    access: "public",
    isCached: true,
    response: PublicSite,
  }),
};
