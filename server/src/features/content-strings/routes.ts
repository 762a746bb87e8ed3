import { contentStringEndpoints } from "contract/content-strings/api.ts";
import type { FastifyInstance } from "fastify";
import type { ReadModel } from "../../platform/db/changes/read-model.ts";
import { bind } from "../../platform/http/bind.ts";

export function contentStringRoutes(app: FastifyInstance, strings: ReadModel<Record<string, string>>): void {
  let all: Record<string, string> | undefined;
  let ofPages: Record<string, string> = {};
  /** The texts of pages: those of mails are read by the server alone. Every page asks, and they rarely change. */
  function pageTexts(): Record<string, string> {
    if (strings.value() !== all) {
      all = strings.value();
      ofPages = Object.fromEntries(Object.entries(all).filter(([key]) => !key.startsWith("mail.")));
    }
    return ofPages;
  }

  bind(app, contentStringEndpoints.publicStrings, pageTexts, {
    skipResponseValidation: true,
    cacheTags: () => ["strings"],
  });
}
