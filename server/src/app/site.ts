import { AppError } from "contract/core/errors.ts";
import type { FastifyInstance } from "fastify";
import { toFactor } from "../features/accounts/factors/present.ts";
import { listFactors } from "../features/accounts/factors/queries.ts";
import { describeUser } from "../features/accounts/present-user.ts";
import { providerRoutes } from "../features/accounts/providers/routes-providers.ts";
import { requireUser } from "../features/accounts/queries.ts";
import { accountRoutes } from "../features/accounts/routes.ts";
import { requireRecentSignIn } from "../features/accounts/sessions/commands-reauthenticate.ts";
import { toPriceAlert } from "../features/alerts/present.ts";
import { prepareListAlerts } from "../features/alerts/queries.ts";
import { alertRoutes } from "../features/alerts/routes.ts";
import { auditAdminRoutes } from "../features/audit/admin-routes.ts";
import { toAuditEntry } from "../features/audit/present.ts";
import { countEntriesSince, listChangesOf, listLatestEntries } from "../features/audit/queries.ts";
import { contactAdminRoutes } from "../features/contact/admin-routes.ts";
import { listMessagesOf } from "../features/contact/queries.ts";
import { contactRoutes } from "../features/contact/routes.ts";
import { contentStringAdminRoutes } from "../features/content-strings/admin-routes.ts";
import { contentStringRoutes } from "../features/content-strings/routes.ts";
import { dashboardAdminRoutes } from "../features/dashboard/admin-routes.ts";
import type { Catalogue } from "../features/games/read-model/read-model.ts";
import { gameRoutes } from "../features/games/routes.ts";
import { toPicturedGame } from "../features/images/present.ts";
import { registerImages } from "../features/images/routes.ts";
import { priceRoutes } from "../features/prices/routes.ts";
import { retailerRoutes } from "../features/retailers/routes.ts";
import { roleAdminRoutes } from "../features/roles/admin-routes.ts";
import { listRolesOf } from "../features/roles/queries.ts";
import { siteConfigAdminRoutes } from "../features/site-config/admin-routes.ts";
import { siteConfigRoutes } from "../features/site-config/routes.ts";
import { toWishlistItem } from "../features/wishlist/present.ts";
import { listWholeWishlist } from "../features/wishlist/queries.ts";
import { wishlistRoutes } from "../features/wishlist/routes.ts";
import { apiDocsRoutes } from "../platform/api-docs/routes.ts";
import { inProcessCall } from "../platform/http/bind.ts";
import { renderRoutes } from "../render/routes.ts";
import type { Foundation } from "./foundation.ts";

/** Mounts calls, pictures and pages, which need the loaded catalogue. State that processes share is in the database. */
export async function mountSite(app: FastifyInstance, foundation: Foundation, catalogue: Catalogue): Promise<void> {
  const { db, pool, reads, env, secretKey, version, name, strings, settings, changes, limits } = foundation;
  const { listQueues, listPolls } = foundation;
  const { content, caching } = app.calls;

  gameRoutes(app, reads, catalogue);
  priceRoutes(app, reads);
  retailerRoutes(app, catalogue);
  const confirming = {
    db,
    requireRecentSignIn: (token: string | null) => requireRecentSignIn(db, token, new Date()),
  };
  const isRegistrationOpen = () => settings.value()["features.registration"];
  const listAlerts = prepareListAlerts(db);
  accountRoutes(app, {
    db,
    secretKey,
    publicUrl: env.publicUrl,
    isRegistrationOpen,
    isFactorRequired: () => settings.value()["security.require_second_factor"],
    limits,
    exports: {
      secondFactors: async (userId) => (await listFactors(db, userId)).map(toFactor),
      wishlist: async (userId) => (await listWholeWishlist(db, userId)).map(toWishlistItem),
      alerts: async (userId) => (await listAlerts(userId)).map(toPriceAlert),
      roles: (userId) => listRolesOf(db, userId),
      changes: (userId) => listChangesOf(db, userId),
      messages: (userId) => listMessagesOf(db, userId),
    },
  });
  await providerRoutes(app, { db, env, secretKey, isRegistrationOpen });
  wishlistRoutes(app, db, settings);
  alertRoutes(app, { db, secretKey, settings, limits });
  contentStringRoutes(app, strings);
  contentStringAdminRoutes(app, db);
  siteConfigRoutes(app, settings);
  siteConfigAdminRoutes(app, db);
  contactRoutes(app, { db, secretKey, strings, settings, limits });
  contactAdminRoutes(app, db);
  dashboardAdminRoutes(app, {
    db,
    listPolls,
    describeUser: async (userId) => describeUser(db, await requireUser(db, userId)),
    countChangesSince: (time) => countEntriesSince(db, time),
    latestChanges: async (limit) => (await listLatestEntries(db, limit)).map(toAuditEntry),
    vitals: { version, name, pool, staleSince: changes.staleSince, catalogue: catalogue.state },
    listQueues,
    dataDir: env.dataDir,
  });
  roleAdminRoutes(app, confirming);
  auditAdminRoutes(app, confirming);
  await apiDocsRoutes(app, version, env.publicUrl);
  for (const path of ["/api", "/api/*", "/.well-known/*", "/images/*"]) {
    const refuse = async () => {
      throw new AppError("not_found", "Not found");
    };
    // before the body is read, whose type could be refused first
    app.all(path, { config: { catchesUnknown: true }, preParsing: refuse }, refuse);
  }
  const findGame = async (id: number) => catalogue.listGames([id]).map(toPicturedGame)[0] ?? null;
  registerImages(app, { findGame, env, countMiss: limits.countMisses("pictures") });
  await renderRoutes(app, {
    call: (onTags) => inProcessCall(app, onTags),
    countMiss: limits.countMisses("pages"),
    env,
    catalogue,
    content,
    caching,
  });
}
