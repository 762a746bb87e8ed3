import { z } from "zod";
import { endpoint } from "../core/endpoint.ts";
import { AdminLanguage, LanguageTag } from "./schema.ts";

const OneLanguage = z.object({ language: AdminLanguage });
const Name = z.string().trim().min(1, "Name is required").max(100);
const Direction = z.enum(["ltr", "rtl"]);

/** A language as it is in calls about texts. */
const Locale = z.object({ tag: LanguageTag, name: z.string(), dir: Direction });

export const languageEndpoints = {
  listLocales: endpoint("GET /api/locales", {
    summary: "List the languages that visitors can choose, English first",
    access: "public",
    isCached: true,
    response: z.object({ locales: z.array(Locale) }),
  }),
  countLocales: endpoint("GET /api/admin/content/locales", {
    summary: "List all languages with the number of their texts by state",
    access: "content.read",
    response: z.object({
      locales: z.array(
        Locale.extend({
          enabled: z.boolean(),
          texts: z.number().int(),
          translated: z.number().int().meta({ description: "Also those that are outdated" }),
          missing: z.number().int(),
          outdated: z.number().int(),
          edited: z.number().int(),
        }),
      ),
    }),
  }),
  listAllLanguages: endpoint("GET /api/admin/languages", {
    summary: "List all languages, enabled or not, English first, with the state of their texts",
    access: "content.read",
    response: z.object({ languages: z.array(AdminLanguage) }),
  }),
  addLanguage: endpoint("POST /api/admin/languages", {
    summary: "Add a language, which visitors cannot choose yet",
    access: "content.write",
    body: z.object({ tag: LanguageTag, name: Name, direction: Direction }),
    response: OneLanguage,
    status: 201,
    errors: ["conflict"],
  }),
  updateLanguage: endpoint("PUT /api/admin/languages/{tag}", {
    summary: "Enable or disable a language, or change its name or direction; English stays enabled",
    access: "content.write",
    params: z.object({ tag: LanguageTag }),
    body: z.object({
      enabled: z.boolean().optional(),
      name: Name.optional(),
      direction: Direction.optional(),
      base_version: z.number().int().optional(),
    }),
    response: OneLanguage,
    errors: ["conflict", "stale"],
  }),
};
