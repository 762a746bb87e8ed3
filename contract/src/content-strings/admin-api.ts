import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { Id, pageQuery, SortOrder } from "../parameters.ts";
import { ContentString, ContentStringVersion, ImportResult } from "./schema.ts";

const longestValue = 100_000;
const Value = z.string().max(longestValue);
const byId = z.object({ id: Id });
const OneString = z.object({ string: ContentString });
const Exported = z.object({
  key: z.string().max(200),
  category: z.string().max(100).optional(),
  value: Value,
  variables: z.array(z.string()).optional(),
});

export const contentStringAdminEndpoints = {
  listStrings: endpoint("GET /api/admin/content/strings", {
    summary: "The site's texts",
    access: "content.read",
    query: z.object({
      ...pageQuery,
      search: z.string().trim().max(200).default(""),
      category: z.string().max(100).optional(),
      sortBy: z.enum(["key", "current_value", "category", "last_modified"]).default("key"),
      sortOrder: SortOrder.default("ASC"),
    }),
    response: z.object({ contentStrings: z.array(ContentString), total: z.number().int() }),
  }),
  stringCategories: endpoint("GET /api/admin/content/strings/categories", {
    summary: "The categories of the site's texts",
    access: "content.read",
    response: z.object({ categories: z.array(z.string()) }),
  }),
  exportStrings: endpoint("GET /api/admin/content/strings/export", {
    summary: "All texts, or those of a category, as a file that import takes",
    access: "content.read",
    query: z.object({ category: z.string().max(100).optional() }),
    response: z.object({ strings: z.array(Exported.required()) }),
  }),
  importStrings: endpoint("POST /api/admin/content/strings/import", {
    summary: "Takes the values of known texts; without `overwrite` only of those never edited",
    access: "content.write",
    body: z.object({
      strings: z.array(Exported).max(10_000),
      options: z.object({ dryRun: z.boolean().default(false), overwrite: z.boolean().default(false) }).prefault({}),
    }),
    bodyLimit: 2 * 1024 * 1024,
    response: ImportResult,
  }),
  bulkUpdateStrings: endpoint("PUT /api/admin/content/strings/bulk", {
    summary: "Changes several texts, all or none",
    access: "content.write",
    body: z.object({
      updates: z
        .array(z.object({ id: z.number().int(), current_value: Value, base_version: z.number().int().optional() }))
        .min(1)
        .max(1_000),
    }),
    response: z.object({ strings: z.array(ContentString) }),
  }),
  getString: endpoint("GET /api/admin/content/strings/{id}", {
    summary: "One text",
    access: "content.read",
    params: byId,
    response: OneString,
  }),
  updateString: endpoint("PUT /api/admin/content/strings/{id}", {
    summary: "Changes a text; its category only by a super admin",
    access: "content.write",
    params: byId,
    body: z.object({
      current_value: Value,
      category: z.string().trim().min(1).max(100).optional(),
      base_version: z.number().int().optional(),
      change_reason: z.string().trim().max(500).optional(),
    }),
    response: OneString,
  }),
  createString: endpoint("POST /api/admin/content/strings", {
    summary: "Makes a custom text that no code ships",
    access: "content.write",
    body: z.object({
      key: z
        .string()
        .trim()
        .regex(/^[a-z][a-z0-9_.]{0,199}$/i, "A key starts with a letter and has letters, digits, underscores and dots"),
      category: z.string().trim().min(1).max(100),
      current_value: Value,
    }),
    response: OneString,
    status: 201,
  }),
  deleteString: endpoint("DELETE /api/admin/content/strings/{id}", {
    summary: "Deletes a custom text; a shipped one is a 409",
    access: "content.delete",
    params: byId,
  }),
  stringHistory: endpoint("GET /api/admin/content/strings/{id}/history", {
    summary: "The versions of a text, the newest (the current value) first",
    access: "content.read",
    params: byId,
    query: z.object(pageQuery),
    response: z.object({ history: z.array(ContentStringVersion), total: z.number().int() }),
  }),
  restoreString: endpoint("POST /api/admin/content/strings/{id}/restore/{versionId}", {
    summary: "Brings a version back, as a new version",
    access: "content.write",
    params: z.object({ id: Id, versionId: Id }),
    response: OneString,
  }),
};
