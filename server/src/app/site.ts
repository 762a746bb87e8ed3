import type { AuditResource } from "contract/audit/rules.ts";
import type { ListHistory } from "contract/audit/schema.ts";
import { hasBlanks, textsWithBlanks } from "contract/content-strings/defaults/legal.ts";
import { basePathOf } from "contract/core/base-path.ts";
import { AppError } from "contract/core/errors.ts";
import type { GameFilters } from "contract/games/filters.ts";
import { landingKinds } from "contract/games/landing/rules.ts";
import { marketLanguage, placeAt, placePath, prefixOf } from "contract/languages/place.ts";
import type { FindMarket, Market } from "contract/markets/schema.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import type { FastifyInstance } from "fastify";
import { describeUser } from "../features/accounts/present-user.ts";
import { providerRoutes } from "../features/accounts/providers/routes-providers.ts";
import { requireUser } from "../features/accounts/queries.ts";
import { accountRoutes } from "../features/accounts/routes.ts";
import { requireRecentSignIn } from "../features/accounts/sessions/commands-reauthenticate.ts";
import { auditAdminRoutes } from "../features/audit/admin-routes.ts";
import { toAuditEntry } from "../features/audit/present.ts";
import { countEntriesSince, listEntriesOf, listLatestEntries } from "../features/audit/queries.ts";
import { bundleAdminRoutes } from "../features/bundles/admin-routes.ts";
import { toBundleSummary } from "../features/bundles/present.ts";
import { listShownBundles, listShownIds } from "../features/bundles/queries.ts";
import { bundleRoutes } from "../features/bundles/routes.ts";
import { gameAdminRoutes } from "../features/catalogue/admin-routes-games.ts";
import { mergeAdminRoutes } from "../features/catalogue/merge/admin-routes-merge.ts";
import { redirectMerged } from "../features/catalogue/merge/routes-redirect.ts";
import { readStarterGames } from "../features/catalogue/sources/starter-games.ts";
import { contactAdminRoutes } from "../features/contact/admin-routes.ts";
import { contactRoutes } from "../features/contact/routes.ts";
import { contentStringAdminRoutes } from "../features/content-strings/admin-routes.ts";
import { translationAdminRoutes } from "../features/content-strings/admin-routes-translations.ts";
import { contentStringRoutes } from "../features/content-strings/routes.ts";
import { checklistAdminRoutes, dashboardAdminRoutes } from "../features/dashboard/admin-routes.ts";
import { lookForNewerVersion } from "../features/dashboard/queries-newer-version.ts";
import { feedRoutes } from "../features/feeds/routes.ts";
import { embedRoutes } from "../features/feeds/routes-embed.ts";
import { listFeedRoutes } from "../features/feeds/routes-lists.ts";
import { userscriptRoutes } from "../features/feeds/routes-userscript.ts";
import { listIndexedPaths } from "../features/games/landing/queries.ts";
import { landingRoutes } from "../features/games/landing/routes.ts";
import { redirectGenres } from "../features/games/landing/routes-redirect.ts";
import { marketOpener, requireFilters } from "../features/games/policy-lists.ts";
import { prepareListDlc } from "../features/games/queries.ts";
import type { GameIndex } from "../features/games/read-model/game-index.ts";
import { gameRoutes } from "../features/games/routes.ts";
import { dealRoutes } from "../features/games/routes-deals.ts";
import { lookupRoutes } from "../features/games/routes-lookup.ts";
import { letteringLanguage, toListFacts, toPicturedGame, toSocialFacts } from "../features/images/present.ts";
import { readUpload } from "../features/images/queries-uploads.ts";
import { registerImages } from "../features/images/routes.ts";
import type { PicturePlace } from "../features/images/routes-social.ts";
import { importAdminRoutes } from "../features/imports/admin-routes.ts";
import { insightAdminRoutes } from "../features/insights/admin-routes.ts";
import { openClickCounter } from "../features/insights/commands-clicks.ts";
import { openSearchCounter } from "../features/insights/commands-searches.ts";
import { linkRoutes } from "../features/insights/routes-link.ts";
import { searchHooks } from "../features/insights/routes-searches.ts";
import { lookUpGames } from "../features/library/import/lookup.ts";
import { prepareFindUserGames } from "../features/library/queries-user-games.ts";
import { libraryRoutes } from "../features/library/routes.ts";
import { toSharedList } from "../features/lists/present.ts";
import { listSharedItems, requireShared } from "../features/lists/queries-shared.ts";
import { listRoutes } from "../features/lists/routes.ts";
import { sharedListRoutes } from "../features/lists/routes-shared.ts";
import { wishlistRoutes } from "../features/lists/routes-wishlist.ts";
import { marketAdminRoutes } from "../features/markets/admin-routes.ts";
import { findMarketIn } from "../features/markets/queries.ts";
import { marketRoutes } from "../features/markets/routes.ts";
import { mcpRoutes } from "../features/mcp/routes.ts";
import { shownStoresReader } from "../features/my-stores/policy-shown-stores.ts";
import { myStoresRoutes } from "../features/my-stores/routes.ts";
import { openChannels } from "../features/notifications/channels/deps.ts";
import { channelRoutes } from "../features/notifications/channels/routes.ts";
import type { InboxEvents } from "../features/notifications/inbox/inbox-events.ts";
import { inboxRoutes } from "../features/notifications/inbox/routes-inbox.ts";
import { checkSearch, watchSearches } from "../features/notifications/rules/commands-searches.ts";
import { ruleRoutes } from "../features/notifications/rules/routes-rules.ts";
import { settingsRoutes } from "../features/notifications/settings/routes-settings.ts";
import { openDataFolder, openDataRoutes } from "../features/open-data/routes.ts";
import { deskAdminRoutes } from "../features/prices/admin-routes-desk.ts";
import { feedAdminRoutes } from "../features/prices/admin-routes-feeds.ts";
import { matchAdminRoutes } from "../features/prices/admin-routes-matches.ts";
import { readingAdminRoutes } from "../features/prices/admin-routes-readings.ts";
import { reportAdminRoutes } from "../features/prices/admin-routes-reports.ts";
import { sourceAdminRoutes } from "../features/prices/admin-routes-sources.ts";
import { gamePricesReader } from "../features/prices/insight/queries-insight.ts";
import { lockPrices } from "../features/prices/offers/commands.ts";
import { recomputePrices } from "../features/prices/offers/commands-recompute.ts";
import { toFailingSource } from "../features/prices/polls/present-sources.ts";
import { listFailing } from "../features/prices/polls/queries-sources.ts";
import type { SourceEvents } from "../features/prices/polls/source-events.ts";
import { findFeedFacts, hasFeed } from "../features/prices/product-feeds/queries-feeds.ts";
import { prepareListOffers } from "../features/prices/queries.ts";
import { recordReport } from "../features/prices/reports/commands-reports.ts";
import { priceRoutes } from "../features/prices/routes.ts";
import { openUpstreams } from "../features/prices/sources/upstreams.ts";
import { roleAdminRoutes } from "../features/roles/admin-routes.ts";
import { setupAdminRoutes } from "../features/setup/admin-routes.ts";
import { siteConfigAdminRoutes } from "../features/site-config/admin-routes.ts";
import { findMailServer } from "../features/site-config/queries-mail.ts";
import { siteConfigRoutes } from "../features/site-config/routes.ts";
import { storeAdminRoutes } from "../features/stores/admin-routes.ts";
import { inPageOrder } from "../features/stores/present.ts";
import { requireEnabled } from "../features/stores/queries.ts";
import { storeRoutes } from "../features/stores/routes.ts";
import { subscriptionAdminRoutes } from "../features/subscriptions/admin-routes.ts";
import { listGameSubscriptions } from "../features/subscriptions/queries.ts";
import { subscriptionRoutes } from "../features/subscriptions/routes.ts";
import { voucherAdminRoutes } from "../features/vouchers/admin-routes.ts";
import { findVouchers } from "../features/vouchers/read-model.ts";
import { voucherRoutes } from "../features/vouchers/routes.ts";
import { apiDocsRoutes } from "../platform/api-docs/routes.ts";
import { whileReachable } from "../platform/db/unreachable.ts";
import { inProcessCall } from "../platform/http/bind.ts";
import type { ResponseCache } from "../platform/http/cache/response-cache.ts";
import { appRoutes } from "../render/app-routes.ts";
import { renderRoutes } from "../render/routes.ts";
import { accountExports } from "./account-exports.ts";
import type { Foundation } from "./foundation.ts";

const anyGame = { type: "any", sort: "relevance", order: "DESC", showExplicit: true } as const;

/**
 * Mounts calls, images and pages, which need the loaded catalogue. Shared state is in the database. Returns the cache
 * of pages.
 */
export async function mountSite(
  app: FastifyInstance,
  foundation: Foundation,
  gameIndex: GameIndex,
  { sourceEvents, inboxEvents }: { sourceEvents: SourceEvents; inboxEvents: InboxEvents },
): Promise<ResponseCache> {
  const { db, pool, env, secretKey, version, name, strings, settings, changes, limits } = foundation;
  const textsIn = (language?: string) => strings.value().in(language);
  const listLanguages = () => strings.value().languages;
  const { siteName, listQueues, listPolls, stores, markets, exchangeRates } = foundation;

  const findMarket: FindMarket = (country) => findMarketIn(markets.value(), country);
  const requireStores = (keys: readonly StoreKey[], parameter?: string) =>
    requireEnabled(stores.value(), keys, parameter);
  const listStores = stores.value;
  const readPrices = gamePricesReader({ db, listStores, listMarkets: markets.value });
  const findLibrary = prepareFindUserGames(db);
  const { onSearch } = searchHooks(app, openSearchCounter(db, app.log));
  const openMarket = marketOpener({
    gameIndex,
    findMarket,
    shownStores: shownStoresReader({ listStores, requireStores }),
    requireStores,
  });
  gameRoutes(app, {
    listOffers: prepareListOffers(db),
    gameIndex,
    textsIn,
    openMarket,
    requireStores,
    exchangeRates: exchangeRates.value,
    readPrices,
    findVouchers: (game, country, offers) =>
      findVouchers(foundation.vouchers.value(), { game, country, offers, now: Date.now() }),
    listSubscriptions: async (id, country) =>
      gameIndex.hasPlans(id) ? listGameSubscriptions(db, id, country, new Date()) : [],
    listDlc: prepareListDlc(db),
    async listBundles(contains, { country }) {
      if (!foundation.bundled.value().some((bundle) => bundle.contains.includes(contains))) return [];
      const found = await listShownBundles(db, { country, contains }, { limit: 20, offset: 0, now: new Date() });
      return found.bundles.map((bundle) => toBundleSummary(bundle, country));
    },
    findLibrary,
    onSearch,
  });
  dealRoutes(app, { gameIndex, openMarket, requireStores, findLibrary });
  const landing = { gameIndex, listStores };
  landingRoutes(app, { ...landing, findMarket, openMarket });
  priceRoutes(app, { db, findMarket, listStores, requireStores });
  const inStockCounts = async (market: Market) => {
    await gameIndex.openMarket(market);
    return gameIndex.inStockCounts(market);
  };
  storeRoutes(app, { listStores, findMarket, inStockCounts });
  linkRoutes(app, { db, findMarket, clicks: openClickCounter(db, app.log), limits });
  marketRoutes(app, {
    listMarkets: markets.value,
    listLanguages,
    exchangeRates: exchangeRates.value,
  });
  const shownPrices = { lockPrices, recomputePrices, hasFeed };
  storeAdminRoutes(app, { db, prices: shownPrices, findFeedFacts: (key) => findFeedFacts(db, key) });
  marketAdminRoutes(app, db);
  bundleRoutes(app, { db, findMarket, listGames: gameIndex.listGames });
  /** How a page of the changes of one kind of things is read. */
  const historyOf =
    (resourceType: AuditResource): ListHistory =>
    async (resourceId, page) => {
      const { entries, total } = await listEntriesOf(db, { resourceType, resourceId }, page);
      return { history: entries.map(toAuditEntry), total };
    };
  bundleAdminRoutes(app, { db, listHistory: historyOf("bundle") });
  voucherRoutes(app, { db, secretKey, limits });
  voucherAdminRoutes(app, { db, listHistory: historyOf("voucher") });
  matchAdminRoutes(app, db);
  const requireListFilters = (filters: GameFilters, market: Market) => requireFilters(filters, market, requireStores);
  gameAdminRoutes(app, {
    db,
    gameIndex,
    findMarket,
    openMarket,
    requireFilters: requireListFilters,
  });
  redirectMerged(app, { db, hasGame: gameIndex.hasGame, countMiss: limits.countMisses("unknownGames") });
  redirectGenres(app);
  const findByTitle = (search: string) =>
    gameIndex.find(findMarket(undefined), { ...anyGame, search, offset: 0, limit: 20 }).ids;
  mergeAdminRoutes(app, { db, findByTitle });
  deskAdminRoutes(app, db);
  readingAdminRoutes(app, db);
  sourceAdminRoutes(app, { db, settings: settings.value, events: sourceEvents });
  feedAdminRoutes(app, { db, secretKey, allowsPrivate: env.webhookAllowPrivate, publicUrl: env.publicUrl });
  const storeName = (key: string) => listStores().find((store) => store.key === key)?.name ?? key;
  reportAdminRoutes(app, { db, secretKey, settings, storeName });
  insightAdminRoutes(app, db);
  importAdminRoutes(app, { db, dataDir: env.dataDir });
  const confirming = {
    db,
    requireRecentSignIn: (token: string | null) => requireRecentSignIn(db, token, new Date()),
  };
  const isRegistrationOpen = () => settings.value()["features.registration"] && !env.demo;
  accountRoutes(app, {
    db,
    secretKey,
    publicUrl: env.publicUrl,
    isDemo: env.demo,
    isRegistrationOpen,
    isFactorRequired: () => settings.value()["security.require_second_factor"] && !env.demo,
    findMarket,
    listLanguages,
    limits,
    exports: accountExports({ db, secretKey, findMarket }),
  });
  await providerRoutes(app, { db, env, secretKey, isRegistrationOpen, listLanguages });
  channelRoutes(app, { ...openChannels(foundation), limits });
  const searches = { db, gameIndex, openMarket, listStores };
  const watched = watchSearches(searches, app.log);
  app.addHook("onClose", watched.close);
  ruleRoutes(app, {
    db,
    settings,
    findMarket,
    requireFilters: requireListFilters,
    checkSearch: (ruleId) => checkSearch(searches, ruleId, new Date()),
  });
  inboxRoutes(app, { db, events: inboxEvents });
  settingsRoutes(app, { db, secretKey, limits });
  const listShown = shownStoresReader({ listStores: () => inPageOrder(stores.value()), requireStores });
  const { bundleOf } = gameIndex;
  listRoutes(app, {
    db,
    secretKey,
    findMarket,
    shownStores: listShown,
    bundleOf,
  });
  sharedListRoutes(app, { db, openMarket, listGames: gameIndex.listGames });
  const steamKey = env.steamWebApiKey;
  libraryRoutes(app, {
    db,
    settings,
    findMarket,
    listGames: gameIndex.listGames,
    findNamed: gameIndex.findNamed,
    steam: steamKey ? { url: env.steamWebApiUrl, key: steamKey, client: openUpstreams(env.publicUrl).steamApi } : null,
    limits,
  });
  wishlistRoutes(app, {
    db,
    settings,
    findMarket,
    shownStores: listShown,
    bundleOf,
  });
  myStoresRoutes(app, { db, listStores, requireStores });
  subscriptionRoutes(app, { db, findMarket });
  subscriptionAdminRoutes(app, {
    db,
    async listHistory(of, page) {
      const { entries, total } = await listEntriesOf(db, of, page);
      return { history: entries.map(toAuditEntry), total };
    },
  });
  contentStringRoutes(app, strings);
  contentStringAdminRoutes(app, db);
  translationAdminRoutes(app, db);
  const listBlankTexts = () => textsWithBlanks.filter((key) => hasBlanks(textsIn()[key] ?? ""));
  siteConfigRoutes(app, settings, () => !listBlankTexts().includes("terms.operator_text"), env.demo);
  siteConfigAdminRoutes(app, db);
  setupAdminRoutes(app, {
    db,
    env,
    secretKey,
    settings,
    prices: shownPrices,
    countStarterGames: async () => (await readStarterGames()).length,
  });
  contactRoutes(app, { db, secretKey, textsIn, listLanguages, settings, limits, recordReport });
  contactAdminRoutes(app, db);
  const describeCaller = async (userId: number) => describeUser(db, await requireUser(db, userId));
  const listFailingSources = async () => (await listFailing(db)).map(toFailingSource);
  checklistAdminRoutes(app, {
    db,
    pool,
    version,
    findMailServer: () => findMailServer(db, { env, secretKey }),
    secretKey,
    env,
    settings,
    limits,
    listPolls,
    listFailing: listFailingSources,
    describeUser: describeCaller,
    listBlankTexts,
    gameIndex,
  });
  dashboardAdminRoutes(app, {
    db,
    listPolls,
    listFailing: listFailingSources,
    describeUser: describeCaller,
    countChangesSince: (time) => countEntriesSince(db, time),
    latestChanges: async (limit) => (await listLatestEntries(db, limit)).map(toAuditEntry),
    vitals: {
      version,
      findNewerVersion: lookForNewerVersion({
        url: env.updateUrl,
        own: version,
        onError: (err) => foundation.log.warn({ err }, "could not look for a newer version"),
      }),
      name,
      pool,
      staleSince: changes.staleSince,
      gameIndex: gameIndex.state,
    },
    listQueues,
    dataDir: env.dataDir,
  });
  roleAdminRoutes(app, confirming);
  auditAdminRoutes(app, confirming);
  const call = inProcessCall(app);
  const feedSite = { publicUrl: env.publicUrl, findMarket, listStores, textsIn, listLanguages, siteName };
  const countFeed = limits.countMisses("feeds");
  feedRoutes(app, { ...feedSite, call, countMiss: countFeed });
  const findSharedList = async (token: string, market: Market & { language?: string }) => {
    const list = await requireShared(db, token);
    const ids = (await listSharedItems(db, list)).items.map(({ gameId }) => gameId);
    return { ...toSharedList(list), games: await gameIndex.listGames(market, ids) };
  };
  listFeedRoutes(app, { ...feedSite, findSharedList, countMiss: countFeed });
  const gameAddresses = (country: string | undefined) => {
    const market = findMarket(country);
    const languages = listLanguages();
    const prefix = prefixOf(market, marketLanguage(market.locale, languages), languages);
    return (id: number) => env.publicUrl + placePath(`/games/${id}`, prefix);
  };
  if (env.openData) await openDataRoutes(app, { folder: openDataFolder(env.dataDir) });
  lookupRoutes(app, {
    lookUpGames: (key, names) => lookUpGames(db, key, names),
    gameIndex,
    openMarket,
    readPrices,
    gameAddresses,
  });
  const embedding = {
    ...feedSite,
    listGames: gameIndex.listGames,
    listMarkets: markets.value,
    countMiss: limits.countMisses("embeds"),
  };
  embedRoutes(app, embedding);
  userscriptRoutes(app, embedding);
  mcpRoutes(app, {
    publicUrl: env.publicUrl,
    version,
    siteName,
    gameAddresses,
    countMessage: limits.countMisses("assistants"),
  });
  await apiDocsRoutes(app, version, env.publicUrl);
  for (const path of ["/api", "/api/*", "/.well-known/*", "/images/*", "/feeds/*", "/embed/*", "/badge/*"]) {
    const refuse = async () => {
      throw new AppError("not_found", "Not found");
    };
    // before the body is parsed, whose type could be rejected first
    app.all(path, { config: { catchesUnknown: true }, preParsing: refuse }, refuse);
  }
  const findGame = async (id: number, language: string | undefined) => {
    const [game] = await gameIndex.listGames(findMarket(undefined), [id]);
    return game ? toPicturedGame(game, textsIn(language)) : null;
  };
  const lettering = (asked: string | undefined) => {
    const language = letteringLanguage(listLanguages(), asked);
    return { language, strings: textsIn(language.tag), site: siteName() };
  };
  const findSocial = async (id: number, { country, language }: PicturePlace) => {
    const market = findMarket(country);
    const letters = lettering(language);
    const [game] = await gameIndex.listGames({ ...market, language: letters.language.tag }, [id]);
    const context = { market, storeName, ...letters };
    return game ? { game: toPicturedGame(game, letters.strings), facts: toSocialFacts(game, context) } : null;
  };
  const readPicture = (hash: string) => readUpload(db, hash);
  registerImages(app, {
    findGame,
    findSocial,
    readUpload: readPicture,
    async findSharedList(token, { country, language }) {
      const { games, ...list } = await findSharedList(token, findMarket(country));
      const letters = lettering(language);
      const pictured = games.slice(0, 4).map((game) => toPicturedGame(game, letters.strings));
      return { facts: toListFacts(list, games.length, letters), games: pictured };
    },
    env,
    countMiss: limits.countMisses("pictures"),
    countDrawing: limits.countMisses("drawings"),
  });
  const textsAt = (address: string) => {
    const [first = ""] = /^\/[^/?]*/.exec(address) ?? [];
    const languages = listLanguages();
    const { market, language: tag } = placeAt(first.toLowerCase(), markets.value(), languages);
    const language = languages.find((one) => one.tag === tag) ?? languages[0]!;
    const home = basePathOf(env.publicUrl) + placePath("/", prefixOf(market, tag, languages));
    return { texts: textsIn(tag), language, home };
  };
  appRoutes(app, {
    textsIn,
    textsAt,
    listLanguages,
    siteName,
    publicUrl: env.publicUrl,
    listMarkets: markets.value,
    worker: env.development ? null : new URL("../../../web/dist/client/service-worker.js", import.meta.url),
  });
  return renderRoutes(app, {
    call,
    countMiss: limits.countMisses("pages"),
    textsAt,
    env,
    async listPages(market) {
      await gameIndex.openMarket(market);
      const bundleIds = await whileReachable([], listShownIds(db, market.country, new Date()));
      return {
        paths: [
          ...landingKinds.flatMap((kind) => listIndexedPaths(landing, market, kind)),
          ...(bundleIds.length > 0 ? ["/bundles"] : []),
          ...bundleIds.map((id) => `/bundles/${id}`),
        ],
        gameIds: gameIndex.publicGameIds(),
        changedAt: (id) => gameIndex.priceChangedAt(market, id),
      };
    },
    listPlaces: () => {
      const languages = listLanguages();
      return markets
        .value()
        .flatMap((market) => languages.map(({ tag }) => ({ market, prefix: prefixOf(market, tag, languages) })));
    },
  });
}
