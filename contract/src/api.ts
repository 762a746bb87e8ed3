import { accountEndpoints } from "./accounts/api.ts";
import { keyEndpoints } from "./accounts/key-api.ts";
import { auditEndpoints } from "./audit/api.ts";
import { bundleEndpoints } from "./bundles/api.ts";
import { catalogueGameEndpoints } from "./catalogue/game-api.ts";
import { genreEndpoints } from "./catalogue/genre-api.ts";
import { mergeEndpoints } from "./catalogue/merge-api.ts";
import { contactEndpoints } from "./contact/api.ts";
import { contentStringEndpoints } from "./content-strings/api.ts";
import type { Endpoint } from "./core/endpoint.ts";
import { dashboardEndpoints } from "./dashboard/api.ts";
import { checklistEndpoints } from "./dashboard/checklist.ts";
import { doctorEndpoints } from "./dashboard/doctor.ts";
import { eventEndpoints } from "./events/api.ts";
import { gameEndpoints } from "./games/api.ts";
import { landingEndpoints } from "./games/landing/api.ts";
import { lookupEndpoints } from "./games/lookup-api.ts";
import { healthEndpoints } from "./health/api.ts";
import { importEndpoints } from "./imports/api.ts";
import { insightEndpoints } from "./insights/api.ts";
import { languageEndpoints } from "./languages/api.ts";
import { libraryEndpoints } from "./library/api.ts";
import { listEndpoints } from "./lists/api.ts";
import { sharedListEndpoints } from "./lists/shared-api.ts";
import { wishlistEndpoints } from "./lists/wishlist-api.ts";
import { marketEndpoints } from "./markets/api.ts";
import { myStoresEndpoints } from "./my-stores/api.ts";
import { alertEndpoints } from "./notifications/alert-api.ts";
import { channelEndpoints } from "./notifications/channels/api.ts";
import { inboxEndpoints } from "./notifications/inbox-api.ts";
import { ruleEndpoints } from "./notifications/rule-api.ts";
import { priceEndpoints } from "./prices/api.ts";
import { deskEndpoints } from "./prices/desk-api.ts";
import { feedEndpoints } from "./prices/feed-api.ts";
import { forecastEndpoints } from "./prices/forecast-api.ts";
import { matchEndpoints } from "./prices/match-api.ts";
import { readingEndpoints } from "./prices/reading-api.ts";
import { reportEndpoints } from "./prices/report-api.ts";
import { sourceEndpoints } from "./prices/source-api.ts";
import { roleEndpoints } from "./roles/api.ts";
import { setupEndpoints } from "./setup/api.ts";
import { siteConfigEndpoints } from "./site-config/api.ts";
import { storeEndpoints } from "./stores/api.ts";
import { subscriptionEndpoints } from "./subscriptions/api.ts";
import { voucherEndpoints } from "./vouchers/api.ts";

const all = {
  ...gameEndpoints,
  ...lookupEndpoints,
  ...landingEndpoints,
  ...priceEndpoints,
  ...forecastEndpoints,
  ...matchEndpoints,
  ...catalogueGameEndpoints,
  ...genreEndpoints,
  ...mergeEndpoints,
  ...deskEndpoints,
  ...sourceEndpoints,
  ...readingEndpoints,
  ...feedEndpoints,
  ...eventEndpoints,
  ...reportEndpoints,
  ...storeEndpoints,
  ...bundleEndpoints,
  ...voucherEndpoints,
  ...marketEndpoints,
  ...subscriptionEndpoints,
  ...contactEndpoints,
  ...contentStringEndpoints,
  ...languageEndpoints,
  ...siteConfigEndpoints,
  ...setupEndpoints,
  ...accountEndpoints,
  ...keyEndpoints,
  ...wishlistEndpoints,
  ...listEndpoints,
  ...sharedListEndpoints,
  ...libraryEndpoints,
  ...myStoresEndpoints,
  ...alertEndpoints,
  ...channelEndpoints,
  ...ruleEndpoints,
  ...inboxEndpoints,
  ...dashboardEndpoints,
  ...checklistEndpoints,
  ...doctorEndpoints,
  ...insightEndpoints,
  ...roleEndpoints,
  ...auditEndpoints,
  ...healthEndpoints,
};

const { games: gameImports, prices: priceImports } = importEndpoints;

/** Every call of the API. */
export const endpoints: readonly Endpoint[] = [all, gameImports, priceImports].flatMap((some) => Object.values(some));

type ValueOf<T> = T[keyof T];
type AnyEndpoint = ValueOf<typeof all> | ValueOf<typeof gameImports> | ValueOf<typeof priceImports>;

/** The calls by their route, for clients. */
export type Api = { [E in AnyEndpoint as E["route"]]: E };
