import { AppError } from "contract/core/errors.ts";
import { landingKinds } from "contract/games/landing/rules.ts";
import type { FindMarket } from "contract/markets/schema.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import type { FastifyInstance } from "fastify";
import { toApiKey } from "../features/accounts/api-keys/present.ts";
import { listKeys } from "../features/accounts/api-keys/queries.ts";
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
import { gameAdminRoutes } from "../features/catalogue/admin-routes-games.ts";
import { mergeAdminRoutes } from "../features/catalogue/merge/admin-routes-merge.ts";
import { redirectMerged } from "../features/catalogue/merge/routes-redirect.ts";
import { contactAdminRoutes } from "../features/contact/admin-routes.ts";
import { listMessagesOf } from "../features/contact/queries.ts";
import { contactRoutes } from "../features/contact/routes.ts";
import { contentStringAdminRoutes } from "../features/content-strings/admin-routes.ts";
import { contentStringRoutes } from "../features/content-strings/routes.ts";
import { dashboardAdminRoutes } from "../features/dashboard/admin-routes.ts";
import { checklistAdminRoutes } from "../features/dashboard/admin-routes-checklist.ts";
import { feedRoutes } from "../features/feeds/routes.ts";
import { listIndexedPaths } from "../features/games/landing/queries.ts";
import { landingRoutes } from "../features/games/landing/routes.ts";
import type { Catalogue } from "../features/games/read-model/read-model.ts";
import { gameRoutes } from "../features/games/routes.ts";
import { dealRoutes } from "../features/games/routes-deals.ts";
import { toPicturedGame, toSocialFacts } from "../features/images/present.ts";
import { registerImages } from "../features/images/routes.ts";
import { insightAdminRoutes } from "../features/insights/admin-routes.ts";
import { openSearchCounter } from "../features/insights/commands-searches.ts";
import { searchHooks } from "../features/insights/routes-searches.ts";
import { marketAdminRoutes } from "../features/markets/admin-routes.ts";
import { findMarketIn } from "../features/markets/queries.ts";
import { marketRoutes } from "../features/markets/routes.ts";
import { openChannels } from "../features/notifications/channels/deps.ts";
import { toChannel } from "../features/notifications/channels/present.ts";
import { listChannels } from "../features/notifications/channels/queries-channels.ts";
import { channelRoutes } from "../features/notifications/channels/routes.ts";
import { deskAdminRoutes } from "../features/prices/admin-routes-desk.ts";
import { matchAdminRoutes } from "../features/prices/admin-routes-matches.ts";
import { reportAdminRoutes } from "../features/prices/admin-routes-reports.ts";
import { sourceAdminRoutes } from "../features/prices/admin-routes-sources.ts";
import { insightReader } from "../features/prices/insight/queries-insight.ts";
import { lockPrices } from "../features/prices/offers/commands.ts";
import { recomputePrices } from "../features/prices/offers/commands-recompute.ts";
import { toFailingSource } from "../features/prices/polls/present-sources.ts";
import { listFailing } from "../features/prices/polls/queries-sources.ts";
import type { SourceEvents } from "../features/prices/polls/source-events.ts";
import { recordReport } from "../features/prices/reports/commands-reports.ts";
import { priceRoutes } from "../features/prices/routes.ts";
import { roleAdminRoutes } from "../features/roles/admin-routes.ts";
import { listRolesOf } from "../features/roles/queries.ts";
import { siteConfigAdminRoutes } from "../features/site-config/admin-routes.ts";
import { siteConfigRoutes } from "../features/site-config/routes.ts";
import { storeAdminRoutes } from "../features/stores/admin-routes.ts";
import { inPageOrder } from "../features/stores/present.ts";
import { requireEnabled } from "../features/stores/queries.ts";
import { storeRoutes } from "../features/stores/routes.ts";
import { linkRoutes } from "../features/stores/routes-link.ts";
import { toWishlistItem } from "../features/wishlist/present.ts";
import { listWholeWishlist } from "../features/wishlist/queries.ts";
import { wishlistRoutes } from "../features/wishlist/routes.ts";
import { apiDocsRoutes } from "../platform/api-docs/routes.ts";
import { inProcessCall, type OnTags } from "../platform/http/bind.ts";
import { appRoutes } from "../render/app-routes.ts";
import { renderRoutes } from "../render/routes.ts";
import type { Foundation } from "./foundation.ts";

const anyGame = { type: "any", sort: "relevance", order: "DESC", showExplicit: true } as const;

/** Mounts calls, pictures and pages, which need the loaded catalogue. State that processes share is in the database. */
export async function mountSite(
  app: FastifyInstance,
  foundation: Foundation,
  catalogue: Catalogue,
  sourceEvents: SourceEvents,
): Promise<void> {
  const { db, pool, reads, env, secretKey, version, name, strings, settings, changes, limits } = foundation;
  const { siteName, listQueues, listPolls, stores, markets, exchangeRates } = foundation;
  const { content, caching } = app.calls;

  const findMarket: FindMarket = (country) => findMarketIn(markets.value(), country);
  const requireStores = (keys: readonly StoreKey[], parameter?: string) =>
    requireEnabled(stores.value(), keys, parameter);
  const listStores = stores.value;
  const findInsight = insightReader({ reads, listStores });
  const { onSearch } = searchHooks(app, openSearchCounter(db, app.log));
  gameRoutes(app, {
    reads,
    catalogue,
    findMarket,
    requireStores,
    exchangeRates: exchangeRates.value,
    findInsight,
    onSearch,
  });
  dealRoutes(app, { catalogue, findMarket, requireStores });
  const landing = { catalogue, listStores };
  landingRoutes(app, { ...landing, findMarket });
  priceRoutes(app, { reads, findMarket, listStores, requireStores });
  storeRoutes(app, { listStores, findMarket, inStockCounts: catalogue.inStockCounts });
  linkRoutes(app, { db, reads, findMarket });
  marketRoutes(app, { listMarkets: markets.value, exchangeRates: exchangeRates.value });
  storeAdminRoutes(app, { db, prices: { lockPrices, recomputePrices } });
  marketAdminRoutes(app, db);
  matchAdminRoutes(app, db);
  gameAdminRoutes(app, { db, catalogue, findMarket });
  const hasGame = (id: number) => catalogue.listGames(findMarket(undefined), [id]).length > 0;
  redirectMerged(app, { db, hasGame });
  const findByTitle = (search: string) =>
    catalogue.find(findMarket(undefined), { ...anyGame, search, offset: 0, limit: 20 }).ids;
  mergeAdminRoutes(app, { db, findByTitle });
  deskAdminRoutes(app, db);
  sourceAdminRoutes(app, { db, settings: settings.value, events: sourceEvents });
  const storeName = (key: string) => listStores().find((store) => store.key === key)?.name ?? key;
  reportAdminRoutes(app, { db, secretKey, settings, storeName });
  insightAdminRoutes(app, db);
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
    findMarket,
    limits,
    exports: {
      secondFactors: async (userId) => (await listFactors(db, userId)).map(toFactor),
      apiKeys: async (userId) => (await listKeys(db, userId)).map(toApiKey),
      wishlist: async (userId) => {
        const market = findMarket(undefined);
        return (await listWholeWishlist(db, userId, market.country)).map((row) => toWishlistItem(row, market));
      },
      alerts: async (userId) => (await listAlerts(userId)).map(toPriceAlert),
      channels: async (userId) => (await listChannels(db, userId)).map((row) => toChannel(row, secretKey)),
      roles: (userId) => listRolesOf(db, userId),
      changes: (userId) => listChangesOf(db, userId),
      messages: (userId) => listMessagesOf(db, userId),
    },
  });
  await providerRoutes(app, { db, env, secretKey, isRegistrationOpen });
  wishlistRoutes(app, { db, settings, findMarket, listStores: () => inPageOrder(stores.value()) });
  channelRoutes(app, { ...openChannels(foundation), limits });
  alertRoutes(app, { db, secretKey, settings, findMarket, limits });
  contentStringRoutes(app, strings);
  contentStringAdminRoutes(app, db);
  siteConfigRoutes(app, settings);
  siteConfigAdminRoutes(app, db);
  contactRoutes(app, { db, secretKey, strings, settings, limits, recordReport });
  contactAdminRoutes(app, db);
  const describeCaller = async (userId: number) => describeUser(db, await requireUser(db, userId));
  checklistAdminRoutes(app, { db, secretKey, env, settings, limits, listPolls, describeUser: describeCaller });
  dashboardAdminRoutes(app, {
    db,
    listPolls,
    listFailing: async () => (await listFailing(db)).map(toFailingSource),
    describeUser: describeCaller,
    countChangesSince: (time) => countEntriesSince(db, time),
    latestChanges: async (limit) => (await listLatestEntries(db, limit)).map(toAuditEntry),
    vitals: { version, name, pool, staleSince: changes.staleSince, catalogue: catalogue.state },
    listQueues,
    dataDir: env.dataDir,
  });
  roleAdminRoutes(app, confirming);
  auditAdminRoutes(app, confirming);
  const call = (onTags: OnTags) => inProcessCall(app, onTags);
  feedRoutes(app, { publicUrl: env.publicUrl, call, findMarket, listStores, strings, siteName });
  await apiDocsRoutes(app, version, env.publicUrl);
  for (const path of ["/api", "/api/*", "/.well-known/*", "/images/*", "/feeds/*"]) {
    const refuse = async () => {
      throw new AppError("not_found", "Not found");
    };
    // before the body is read, whose type could be refused first
    app.all(path, { config: { catchesUnknown: true }, preParsing: refuse }, refuse);
  }
  const findGame = async (id: number) =>
    catalogue.listGames(findMarket(undefined), [id]).map(toPicturedGame)[0] ?? null;
  const findSocial = (id: number, country: string | undefined) => {
    const market = findMarket(country);
    const [game] = catalogue.listGames(market, [id]);
    const context = { market, strings: strings.value(), storeName, site: siteName() };
    return game ? { game: toPicturedGame(game), facts: toSocialFacts(game, context) } : null;
  };
  registerImages(app, { findGame, findSocial, env, countMiss: limits.countMisses("pictures") });
  appRoutes(app, {
    text: (key) => strings.value()[key] ?? "",
    siteName,
    listMarkets: markets.value,
    worker: env.development ? null : new URL("../../../web/dist/client/service-worker.js", import.meta.url),
  });
  await renderRoutes(app, {
    call,
    countMiss: limits.countMisses("pages"),
    env,
    listPages: (market) => ({
      paths: landingKinds.flatMap((kind) => listIndexedPaths(landing, market, kind)),
      gameIds: catalogue.publicGameIds(),
      changedAt: (id) => catalogue.priceChangedAt(market, id),
    }),
    listMarkets: markets.value,
    content,
    caching,
  });
}
