import { contentStringEndpoints } from "contract/content-strings/api.ts";
import type { FastifyInstance } from "fastify";
import type { ReadModel } from "../../platform/db/changes/read-model.ts";
import { bind } from "../../platform/http/bind.ts";

export function contentStringRoutes(app: FastifyInstance, strings: ReadModel<Record<string, string>>): void {
  bind(app, contentStringEndpoints.publicStrings, () => strings.value(), {
    skipResponseValidation: true,
    cacheTags: () => ["strings"],
  });
}
