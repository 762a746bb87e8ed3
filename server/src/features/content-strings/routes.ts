import { contentStringEndpoints } from "contract/content-strings/api.ts";
import type { FastifyInstance } from "fastify";
import type { ReadModel } from "../../platform/db/changes/read-model.ts";
import { bind } from "../../platform/http/bind.ts";

export function contentStringRoutes(app: FastifyInstance, strings: ReadModel<Record<string, string>>): void {
  bind(app, contentStringEndpoints.publicStrings, () => visibleOf(strings.value()), {
    skipResponseValidation: true,
    cacheTags: () => ["strings"],
  });
}

/** The texts of pages: those of mails are read by the server alone. */
function visibleOf(strings: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(strings).filter(([key]) => !key.startsWith("mail.")));
}
