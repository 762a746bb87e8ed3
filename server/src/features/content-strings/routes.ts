import { contentStringEndpoints } from "contract/content-strings/api.ts";
import type { FastifyInstance } from "fastify";
import type { ReadModel } from "../../platform/db/changes/read-model.ts";
import { bind } from "../../platform/http/bind.ts";

export function contentStringRoutes(app: FastifyInstance, strings: ReadModel<Record<string, string>>): void {
  let all: Record<string, string> | undefined;
  let pageStrings: Record<string, string> = {};
  /** The texts of pages, without those of mails. Cached, because every page requests them and they rarely change. */
  function pageTexts(): Record<string, string> {
    if (strings.value() !== all) {
      all = strings.value();
      pageStrings = Object.fromEntries(Object.entries(all).filter(([key]) => !key.startsWith("mail.")));
    }
    return pageStrings;
  }

  bind(app, contentStringEndpoints.publicStrings, pageTexts, {
    skipResponseValidation: true,
  });
}
