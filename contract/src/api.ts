import { accountEndpoints } from "./accounts/api.ts";
import { alertEndpoints } from "./alerts/api.ts";
import { auditEndpoints } from "./audit/api.ts";
import { contactEndpoints } from "./contact/api.ts";
import { contentStringEndpoints } from "./content-strings/api.ts";
import type { Endpoint } from "./core/endpoint.ts";
import { dashboardEndpoints } from "./dashboard/api.ts";
import { gameEndpoints } from "./games/api.ts";
import { healthEndpoints } from "./health/api.ts";
import { priceEndpoints } from "./prices/api.ts";
import { retailerEndpoints } from "./retailers/api.ts";
import { roleEndpoints } from "./roles/api.ts";
import { siteConfigEndpoints } from "./site-config/api.ts";
import { wishlistEndpoints } from "./wishlist/api.ts";

const all = {
  ...gameEndpoints,
  ...priceEndpoints,
  ...retailerEndpoints,
  ...contactEndpoints,
  ...contentStringEndpoints,
  ...siteConfigEndpoints,
  ...accountEndpoints,
  ...wishlistEndpoints,
  ...alertEndpoints,
  ...dashboardEndpoints,
  ...roleEndpoints,
  ...auditEndpoints,
  ...healthEndpoints,
};

/** Every call of the API. */
export const endpoints: readonly Endpoint[] = Object.values(all);

type AnyEndpoint = (typeof all)[keyof typeof all];

/** The calls by their route, for clients. */
export type Api = { [E in AnyEndpoint as E["route"]]: E };
