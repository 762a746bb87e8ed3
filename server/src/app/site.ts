import { AppError } from "contract/errors.ts";
import type { FastifyInstance } from "fastify";
import { toUser } from "../accounts/present.ts";
import { findStanding, requireUser } from "../accounts/queries.ts";
import { accountRoutes } from "../accounts/routes.ts";
import { providerRoutes } from "../accounts/routes-providers.ts";
import { toPriceAlert } from "../alerts/present.ts";
import { prepareListAlerts } from "../alerts/queries.ts";
import { alertRoutes } from "../alerts/routes.ts";
import { apiDocsRoutes } from "../api-docs/routes.ts";
import { auditAdminRoutes } from "../audit/admin-routes.ts";
import { toAuditEntry } from "../audit/present.ts";
import { listLatestEntries } from "../audit/queries.ts";
import { listChangesOf } from "../audit/queries-doer.ts";
import { createAuditTrail } from "../audit/snapshot.ts";
import { contactAdminRoutes } from "../contact/admin-routes.ts";
import { listMessagesOf } from "../contact/queries-writer.ts";
import { contactRoutes } from "../contact/routes.ts";
import { createInbox } from "../contact/snapshot.ts";
import { contentStringAdminRoutes } from "../content-strings/admin-routes.ts";
import { contentStringRoutes } from "../content-strings/routes.ts";
import { dashboardAdminRoutes } from "../dashboard/admin-routes.ts";
import { gameRoutes } from "../games/routes.ts";
import type { Catalogue } from "../games/snapshot.ts";
import { inProcessCall } from "../http/bind.ts";
import { toPicturedGame } from "../images/present.ts";
import { registerImages } from "../images/routes.ts";
import { priceRoutes } from "../prices/routes.ts";
import { renderRoutes } from "../render/routes.ts";
import { retailerRoutes } from "../retailers/routes.ts";
import { roleAdminRoutes } from "../roles/admin-routes.ts";
import { listRolesOf } from "../roles/queries-held.ts";
import { siteConfigAdminRoutes } from "../site-config/admin-routes.ts";
import { siteConfigRoutes } from "../site-config/routes.ts";
import { toWishlistItem } from "../wishlist/present.ts";
import { listWholeWishlist } from "../wishlist/queries.ts";
import { wishlistRoutes } from "../wishlist/routes.ts";
import type { Foundation } from "./foundation.ts";

export interface Site {
  /** Reads nothing any more. */
  close(): Promise<void>;
}

/**
 * Mounts all that visitors and administrators ask for: calls, pictures, pages. They answer once the catalogue is loaded.
 * Nothing here may know what another process would have to know too: what is shared is in the database.
 */
export async function mountSite(app: FastifyInstance, foundation: Foundation, catalogue: Catalogue): Promise<Site> {
  const { db, pool, reads, env, secretKey, log, version, name, strings, settings, changes, limits } = foundation;
  const { listQueues, listPolls } = foundation;
  const { content, caching } = app.calls;
  const trail = createAuditTrail(db);
  const inbox = createInbox(db);

  gameRoutes(app, reads, catalogue);
  priceRoutes(app, reads);
  retailerRoutes(app, catalogue);
  const isRegistrationOpen = () => settings.value()["features.registration"];
  const listAlerts = prepareListAlerts(db);
  accountRoutes(app, {
    db,
    secretKey,
    isRegistrationOpen,
    limits,
    exports: {
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
  contactAdminRoutes(app, db, inbox);
  dashboardAdminRoutes(app, {
    db,
    listPolls,
    describeUser: async (userId) => toUser(await requireUser(db, userId), await findStanding(db, userId)),
    countChangesSince: (time) => trail.countSince(time),
    latestChanges: async (limit) => (await listLatestEntries(db, limit)).map(toAuditEntry),
    vitals: { version, name, pool, staleSince: changes.staleSince, catalogue: catalogue.state },
    listQueues,
    dataDir: env.dataDir,
  });
  roleAdminRoutes(app, db);
  auditAdminRoutes(app, db, trail);
  await apiDocsRoutes(app, version, env.publicUrl);
  for (const path of ["/api", "/api/*", "/.well-known/*", "/images/*"]) {
    const refuse = async () => {
      throw new AppError("not_found", "Not found");
    };
    // before the body is read, whose type would be refused first
    app.all(path, { config: { catchesUnknown: true }, preParsing: refuse }, refuse);
  }
  const findGame = async (id: number) => catalogue.listGames([id]).map(toPicturedGame)[0] ?? null;
  registerImages(app, { findGame, env, countMiss: limits.countMisses("pictures") });
  await renderRoutes(app, {
    call: (onShown) => inProcessCall(app, onShown),
    countMiss: limits.countMisses("pages"),
    env,
    catalogue,
    content,
    caching,
  });

  // a long trail and many messages take seconds to read: the first administrator shall not wait for them
  async function readForPanel(): Promise<void> {
    try {
      await trail.catchUp();
      await inbox.catchUp();
    } catch (error) {
      log.warn({ err: error }, "could not read for the panel; trying again when asked");
    }
  }
  app.addHook("onListen", async () => {
    catalogue.loaded.then(readForPanel, () => {});
  });

  return {
    async close() {
      await trail.close();
      await inbox.close();
    },
  };
}
