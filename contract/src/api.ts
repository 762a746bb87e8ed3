import { accountEndpoints } from "./accounts/api.ts";
import { keyEndpoints } from "./accounts/key-api.ts";
import { alertEndpoints } from "./alerts/api.ts";
import { auditEndpoints } from "./audit/api.ts";
import { catalogueGameEndpoints } from "./catalogue/game-api.ts";
import { mergeEndpoints } from "./catalogue/merge-api.ts";
import { contactEndpoints } from "./contact/api.ts";
import { contentStringEndpoints } from "./content-strings/api.ts";
import type { Endpoint } from "./core/endpoint.ts";
import { dashboardEndpoints } from "./dashboard/api.ts";
import { checklistEndpoints } from "./dashboard/checklist.ts";
import { eventEndpoints } from "./events/api.ts";
import { gameEndpoints } from "./games/api.ts";
import { landingEndpoints } from "./games/landing/api.ts";
import { healthEndpoints } from "./health/api.ts";
import { insightEndpoints } from "./insights/api.ts";
import { marketEndpoints } from "./markets/api.ts";
import { channelEndpoints } from "./notifications/channels/api.ts";
import { priceEndpoints } from "./prices/api.ts";
import { deskEndpoints } from "./prices/desk-api.ts";
import { matchEndpoints } from "./prices/match-api.ts";
import { reportEndpoints } from "./prices/report-api.ts";
import { sourceEndpoints } from "./prices/source-api.ts";
import { roleEndpoints } from "./roles/api.ts";
import { siteConfigEndpoints } from "./site-config/api.ts";
import { storeEndpoints } from "./stores/api.ts";
import { wishlistEndpoints } from "./wishlist/api.ts";

const all = {
  ...gameEndpoints,
  ...landingEndpoints,
  ...priceEndpoints,
  ...matchEndpoints,
  ...catalogueGameEndpoints,
  ...mergeEndpoints,
  ...deskEndpoints,
  ...sourceEndpoints,
  ...eventEndpoints,
  ...reportEndpoints,
  ...storeEndpoints,
  ...marketEndpoints,
  ...contactEndpoints,
  ...contentStringEndpoints,
  ...siteConfigEndpoints,
  ...accountEndpoints,
  ...keyEndpoints,
  ...wishlistEndpoints,
  ...alertEndpoints,
  ...channelEndpoints,
  ...dashboardEndpoints,
  ...checklistEndpoints,
  ...insightEndpoints,
  ...roleEndpoints,
  ...auditEndpoints,
  ...healthEndpoints,
};

/** Every call of the API. */
export const endpoints: readonly Endpoint[] = Object.values(all);

type AnyEndpoint = (typeof all)[keyof typeof all];

/** The calls by their route, for clients. */
export type Api = { [E in AnyEndpoint as E["route"]]: E };
