import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { ConfigType, SiteConfig } from "./schema.ts";

/** A value as the editor of its type gives it; the rules of the type say what it must look like. */
const Value = z.union([z.string().max(100_000), z.number(), z.boolean()]);
/** A setting by its id or its key. */
const byKey = z.object({ key: z.string().min(1).max(200) });
const OneConfig = z.object({ config: SiteConfig });

export const siteConfigAdminEndpoints = {
  listConfigs: endpoint("GET /api/admin/config", {
    summary: "The site's settings",
    access: "config.read",
    query: z.object({
      search: z.string().trim().max(200).default(""),
      category: z.string().max(100).optional(),
    }),
    response: z.object({ configs: z.array(SiteConfig) }),
  }),
  configCategories: endpoint("GET /api/admin/config/meta/categories", {
    summary: "The categories of the site's settings",
    access: "config.read",
    response: z.object({ categories: z.array(z.string()) }),
  }),
  getConfig: endpoint("GET /api/admin/config/{key}", {
    summary: "One setting, by its key or id",
    access: "config.read",
    params: byKey,
    response: OneConfig,
  }),
  bulkUpdateConfigs: endpoint("PUT /api/admin/config", {
    summary: "Changes several settings, all or none",
    access: "config.write",
    body: z.object({
      configs: z
        .array(
          z.object({
            id: z.number().int(),
            value: Value,
            type: ConfigType,
            base_version: z.number().int().optional(),
          }),
        )
        .min(1)
        .max(1_000),
    }),
    response: z.object({ configs: z.array(SiteConfig) }),
  }),
  updateConfig: endpoint("PUT /api/admin/config/{key}", {
    summary: "Changes a setting",
    access: "config.write",
    params: byKey,
    body: z.object({ value: Value, base_version: z.number().int().optional() }),
    response: OneConfig,
  }),
  createConfig: endpoint("POST /api/admin/config", {
    summary: "Adds a setting",
    access: "config.write",
    body: z.object({
      key: z.string().max(200),
      value: Value,
      type: ConfigType,
      category: z.string().max(100),
      description: z.string().max(1_000).nullish(),
      required: z.boolean().default(false),
    }),
    response: OneConfig,
    status: 201,
  }),
  deleteConfig: endpoint("DELETE /api/admin/config/{key}", {
    summary: "Deletes a setting; a shipped one comes back with its shipped value at the next start",
    access: "config.delete",
    params: byKey,
  }),
};
