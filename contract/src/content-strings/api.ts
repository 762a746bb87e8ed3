import { z } from "zod";
import { endpoint } from "../core/endpoint.ts";
import { Id, pageQuery, SearchText, SortOrder } from "../core/parameters.ts";
import { LanguageTag } from "../languages/schema.ts";
import { stringKeyPattern } from "./rules.ts";
import {
  ContentString,
  ContentStringVersion,
  ExportedString,
  ImportResult,
  StringValue,
  Translation,
  TranslationState,
} from "./schema.ts";

const byId = z.object({ id: Id });
const BaseVersion = z.number().int().optional();
const CategoryName = z.string().trim().min(1, "Category is required").max(100);
const ImportOptions = z
  .object({ dryRun: z.boolean().default(false), overwrite: z.boolean().default(false) })
  .prefault({});
const inLanguage = z.object({ language: LanguageTag });
/** The text that a translation is of. */
const SourceVersion = z.number().int().meta({ description: "That of the English text that the translator saw" });
const OneTranslation = z.object({ translation: Translation });
const translationByKey = z.object({ language: LanguageTag, key: z.string().regex(stringKeyPattern) });
/** A language in place of English. */
const Locale = LanguageTag.optional();
const FileText = z.string().max(2 * 1024 * 1024);
const OneString = z.object({ string: ContentString });

export const contentStringEndpoints = {
  listStrings: endpoint("GET /api/admin/content/strings", {
    summary: "List texts, with `locale` their translations; `search` matches key and value",
    access: "content.read",
    query: z.object({
      ...pageQuery,
      locale: Locale,
      state: TranslationState.optional().meta({ description: "With `locale`" }),
      search: SearchText.default(""),
      category: z.string().max(100).optional(),
      sortBy: z.enum(["key", "current_value", "category", "last_modified"]).default("key"),
      sortOrder: SortOrder.default("ASC"),
    }),
    response: z.object({ contentStrings: z.array(ContentString), total: z.number().int() }),
    errors: ["not_found"],
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
    summary: "Export all texts, or those of a category, as a file that import accepts; CSV and PO are sent as files",
    access: "content.read",
    query: z.object({
      category: z.string().max(100).optional(),
      locale: Locale,
      format: z.enum(["json", "csv", "po"]).default("json").meta({ description: "`po` needs a `locale`" }),
    }),
    response: z.object({ strings: z.array(ExportedString) }),
    files: ["text/csv", "text/x-gettext-translation"],
    errors: ["not_found"],
  }),
  importStrings: endpoint("POST /api/admin/content/strings/import", {
    summary: "Import values of texts, or translations into `locale`; without `overwrite` only texts never edited",
    access: "content.write",
    hasLocale: true,
    errors: ["not_found"],
    body: z
      .object({
        locale: Locale,
        format: z.enum(["json", "csv", "po"]).default("json"),
        strings: z
          .array(ExportedString.partial({ category: true, variables: true }))
          .max(10_000)
          .optional(),
        csv: FileText.optional(),
        po: FileText.optional(),
        options: ImportOptions,
      })
      .refine((body) => body[body.format === "json" ? "strings" : body.format] !== undefined, {
        error: "The file is missing: strings, csv or po, as the format says",
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
    summary: "Update a text, or its translation into `locale`; only super admins may change its category",
    access: "content.write",
    hasLocale: true,
    params: byId,
    body: z.object({
      current_value: StringValue,
      locale: Locale,
      key: z
        .string()
        .regex(stringKeyPattern)
        .optional()
        .meta({ description: "With `locale`: a plural that English does not have, such as `…_few`" }),
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
  listTranslations: endpoint("GET /api/admin/content/translations/{language}", {
    summary: "List English texts beside their translations; `search` matches key, text and translation",
    access: "content.read",
    scope: "read:translations",
    params: inLanguage,
    query: z.object({
      ...pageQuery,
      search: SearchText.default(""),
      category: z.string().max(100).optional(),
      state: z.enum(["missing", "outdated", "edited", "proposed"]).optional(),
    }),
    response: z.object({ translations: z.array(Translation), total: z.number().int() }),
  }),
  saveTranslation: endpoint("PUT /api/admin/content/translations/{language}/{key}", {
    summary: "Create or change a translation; one that stays the same is no longer outdated",
    access: "content.translate",
    params: translationByKey,
    body: z.object({
      value: StringValue,
      base_version: z.number().int().meta({ description: "0 = missing" }),
      source_version: SourceVersion,
    }),
    response: OneTranslation,
    errors: ["stale"],
  }),
  bulkUpdateTranslations: endpoint("PUT /api/admin/content/translations/{language}", {
    summary: "Create or change several translations atomically; 409 lists those changed meanwhile",
    access: "content.translate",
    params: inLanguage,
    body: z.object({
      updates: z
        .array(
          z.object({
            key: z.string().regex(stringKeyPattern),
            value: StringValue,
            base_version: z.number().int().meta({ description: "0 = missing" }),
            source_version: z.number().int().optional().meta({
              description: "That of the English text it is right for; left out: it stays as outdated as it is",
            }),
          }),
        )
        .min(1)
        .max(1_000),
    }),
    response: z.object({ translations: z.array(Translation) }),
    errors: ["not_found", "stale"],
  }),
  restoreTranslation: endpoint("POST /api/admin/content/translations/{language}/{key}/restore/{versionId}", {
    summary: "Restore an earlier version of a translation; outdated if it was made from an earlier English text",
    access: "content.translate",
    params: translationByKey.extend({ versionId: Id }),
    response: OneTranslation,
  }),
  proposeTranslation: endpoint("POST /api/admin/content/translations/{language}/{key}/proposals", {
    summary: "Propose a translation, which a person accepts or dismisses; replaces an earlier proposal",
    access: "content.translate",
    scope: "propose:translations",
    params: translationByKey,
    body: z.object({ value: StringValue, source_version: SourceVersion }),
    response: OneTranslation,
    status: 201,
    errors: ["conflict", "stale"],
  }),
  acceptTranslationProposal: endpoint(
    "POST /api/admin/content/translations/{language}/{key}/proposals/{proposalId}/accept",
    {
      summary: "Save a proposed translation; 409 if the English text or the translation has changed since",
      access: "content.translate",
      params: translationByKey.extend({ proposalId: Id }),
      response: OneTranslation,
      errors: ["stale"],
    },
  ),
  dismissTranslationProposal: endpoint(
    "DELETE /api/admin/content/translations/{language}/{key}/proposals/{proposalId}",
    {
      summary: "Dismiss a proposed translation",
      access: "content.translate",
      params: translationByKey.extend({ proposalId: Id }),
    },
  ),
  publicStrings: endpoint("GET /api/content/strings", {
    summary: "Get the site's texts by key",
    access: "public",
    isCached: true,
    query: z.object({
      locale: LanguageTag.optional().meta({ description: "Default: English, which also fills what is missing" }),
    }),
    response: z.record(z.string(), z.string()),
  }),
};
