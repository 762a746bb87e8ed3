import { siteConfigEndpoints } from "contract/site-config/api.ts";
import type { SiteSettings } from "contract/site-config/defaults.ts";
import type { FastifyInstance } from "fastify";
import type { ReadModel } from "../../platform/db/changes/read-model.ts";
import { bind } from "../../platform/http/bind.ts";
import { toPublicSite } from "./present.ts";

export function siteConfigRoutes(
  app: FastifyInstance,
  settings: ReadModel<SiteSettings>,
  hasImprint: () => boolean,
  isDemo: boolean,
): void {
  bind(app, siteConfigEndpoints.publicSite, () => toPublicSite(settings.value(), hasImprint(), isDemo));
}
