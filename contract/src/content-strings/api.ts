import { z } from "zod";
import { endpoint } from "../core/endpoint.ts";
import { Id, pageQuery, SearchText, SortOrder } from "../core/parameters.ts";
import { stringKeyPattern } from "./rules.ts";
import { ContentString, ContentStringVersion, ExportedString, ImportResult, StringValue } from "./schema.ts";

const byId = z.object({ id: Id });
const BaseVersion = z.number().int().optional();
const CategoryName = z.string().trim().min(1, "Category is required").max(100);
const OneString = z.object({ string: ContentString });

export const contentStringEndpoints = {
  listStrings: endpoint("GET /api/admin/content/strings", {
    summary: "List texts; `search` matches key and value",
    access: "content.read",
    query: z.object({
      ...pageQuery,
      search: SearchText.default(""),
      category: z.string().max(100).optional(),
      sortBy: z.enum(["key", "current_value", "category", "last_modified"]).default("key"),
      sortOrder: SortOrder.default("ASC"),
    }),
    response: z.object({ contentStrings: z.array(ContentString), total: z.number().int() }),
  }),
  stringCategories: endpoint("GET /api/admin/content/strings/categories", {
    summary: "List categories of texts with the number of texts in each",
    access: "content.read",
    response: z.object({
      categories: z.array(z.string()),
      categoryCounts: z.array(z.object({ category: z.string(), count: z.number().int() })),
    }),
  }),
  exportStrings: endpoint("GET /api/admin/content/strings/export", {
    summary: "Export all texts, or those of a category, as a file that import accepts",
    access: "content.read",
    query: z.object({ category: z.string().max(100).optional() }),
    response: z.object({ strings: z.array(ExportedString) }),
  }),
  importStrings: endpoint("POST /api/admin/content/strings/import", {
    summary: "Import values of existing texts; without `overwrite` only texts never edited",
    access: "content.write",
    body: z.object({
      strings: z.array(ExportedString.partial({ category: true, variables: true })).max(10_000),
      options: z.object({ dryRun: z.boolean().default(false), overwrite: z.boolean().default(false) }).prefault({}),
    }),
    bodyLimit: 2 * 1024 * 1024,
    response: ImportResult,
  }),
  bulkUpdateStrings: endpoint("PUT /api/admin/content/strings/bulk", {
    summary: "Update several texts atomically; 409 lists those changed meanwhile",
    access: "content.write",
    body: z.object({
      updates: z
        .array(z.object({ id: Id, current_value: StringValue, base_version: BaseVersion }))
        .min(1)
        .max(1_000),
    }),
    response: z.object({ strings: z.array(ContentString) }),
    errors: ["not_found", "stale"],
  }),
  getString: endpoint("GET /api/admin/content/strings/{id}", {
    summary: "Get a text",
    access: "content.read",
    params: byId,
    response: OneString,
  }),
  updateString: endpoint("PUT /api/admin/content/strings/{id}", {
    summary: "Update a text; only super admins may change its category",
    access: "content.write",
    params: byId,
    body: z.object({
      current_value: StringValue,
      category: CategoryName.optional(),
      base_version: BaseVersion,
      change_reason: z.string().trim().max(500).optional(),
    }),
    response: OneString,
    errors: ["stale"],
  }),
  createString: endpoint("POST /api/admin/content/strings", {
    summary: "Create a custom text",
    access: "content.write",
    body: z.object({
      key: z
        .string()
        .trim()
        .regex(
          stringKeyPattern,
          "Key must start with a letter and contain only letters, numbers, underscores, and dots",
        ),
      category: CategoryName,
      current_value: StringValue,
      variables: z
        .array(z.string().regex(/^\w{1,50}$/))
        .max(50)
        .optional()
        .meta({ description: "Default: the names in braces in the value" }),
    }),
    response: OneString,
    status: 201,
    errors: ["conflict"],
  }),
  deleteString: endpoint("DELETE /api/admin/content/strings/{id}", {
    summary: "Delete a custom text; 409 for a built-in one",
    access: "content.delete",
    params: byId,
    errors: ["conflict"],
  }),
  stringHistory: endpoint("GET /api/admin/content/strings/{id}/history", {
    summary: "List the versions of a text, newest (current) first",
    access: "content.read",
    params: byId,
    query: z.object(pageQuery),
    response: z.object({ history: z.array(ContentStringVersion), total: z.number().int() }),
  }),
  restoreString: endpoint("POST /api/admin/content/strings/{id}/restore/{versionId}", {
    summary: "Restore an earlier version of a text as a new version",
    access: "content.write",
    params: z.object({ id: Id, versionId: Id }),
    response: OneString,
  }),
  publicStrings: endpoint("GET /api/content/strings", {
    summary: "Get the site's texts by key",
    access: "public",
    isCached: true,
    response: z.record(z.string(), z.string()),
  }),
};
