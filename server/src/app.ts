import { readFileSync } from "node:fs";
import fastifyCompress from "@fastify/compress";
import { brand } from "contract/brand.ts";
import { AppError } from "contract/errors.ts";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyServerOptions,
  LogController,
} from "fastify";
import { prepareIdentify } from "./accounts/commands-session.ts";
import { accountJobs } from "./accounts/jobs.ts";
import { toUser } from "./accounts/present.ts";
import { findStanding, requireUser } from "./accounts/queries.ts";
import { accountRoutes } from "./accounts/routes.ts";
import { providerRoutes } from "./accounts/routes-providers.ts";
import { toPriceAlert } from "./alerts/present.ts";
import { prepareListAlerts } from "./alerts/queries.ts";
import { alertRoutes } from "./alerts/routes.ts";
import { apiDocsRoutes } from "./api-docs/routes.ts";
import { auditAdminRoutes } from "./audit/admin-routes.ts";
import { toAuditEntry } from "./audit/present.ts";
import { listLatestEntries } from "./audit/queries.ts";
import { listChangesOf } from "./audit/queries-doer.ts";
import { createAuditTrail } from "./audit/snapshot.ts";
import { backupJobs } from "./backup/jobs.ts";
import { contactAdminRoutes } from "./contact/admin-routes.ts";
import { contactJobs } from "./contact/jobs.ts";
import { listMessagesOf } from "./contact/queries-writer.ts";
import { contactRoutes } from "./contact/routes.ts";
import { createInbox } from "./contact/snapshot.ts";
import { contentStringAdminRoutes } from "./content-strings/admin-routes.ts";
import { listPublicStrings } from "./content-strings/queries.ts";
import { contentStringRoutes } from "./content-strings/routes.ts";
import { seedContentStrings } from "./content-strings/seed.ts";
import { dashboardAdminRoutes } from "./dashboard/admin-routes.ts";
import { listenForChanges } from "./db/changes.ts";
import type { Connection, Database } from "./db/connect.ts";
import { putGate } from "./db/pool-gate.ts";
import { createReadModel } from "./db/read-model.ts";
import type { Env } from "./env.ts";
import { gameRoutes } from "./games/routes.ts";
import { startCatalogue } from "./games/snapshot.ts";
import { warmUp } from "./games/snapshot-warm.ts";
import { healthRoutes } from "./health/routes.ts";
import { createAnswerCache } from "./http/answer-cache.ts";
import { inProcessCall } from "./http/bind.ts";
import { acceptJson } from "./http/bodies.ts";
import { answerBadAddress, answerErrors, answerUnreadable, sendError } from "./http/errors.ts";
import { commonHeaders, sendHeaders } from "./http/headers.ts";
import { limitRequests, serverLimits } from "./http/limits.ts";
import { type OverloadBars, refuseWhenOverloaded } from "./http/overload.ts";
import { limitAccounts, limitCalls } from "./http/rate-limit.ts";
import { markStale } from "./http/stale.ts";
import { toPicturedGame } from "./images/present.ts";
import { registerImages } from "./images/routes.ts";
import { listQueueStates } from "./jobs/queue-states.ts";
import { startWorkers } from "./jobs/work.ts";
import { mailJobs } from "./mail/jobs.ts";
import { startObservation } from "./observability/observe.ts";
import { requestIds } from "./observability/requests.ts";
import { openPollSources } from "./prices/commands-poll-sources.ts";
import { priceJobs } from "./prices/jobs.ts";
import { listLatestPolls } from "./prices/queries-poll.ts";
import { priceRoutes } from "./prices/routes.ts";
import { renderRoutes } from "./render/routes.ts";
import { retailerRoutes } from "./retailers/routes.ts";
import { roleAdminRoutes } from "./roles/admin-routes.ts";
import { listRolesOf } from "./roles/queries-held.ts";
import { seedRoles } from "./roles/seed.ts";
import { siteConfigAdminRoutes } from "./site-config/admin-routes.ts";
import { readSiteSettings } from "./site-config/queries.ts";
import { siteConfigRoutes } from "./site-config/routes.ts";
import { seedSiteConfig } from "./site-config/seed.ts";
import { toWishlistItem } from "./wishlist/present.ts";
import { listWholeWishlist } from "./wishlist/queries.ts";
import { wishlistRoutes } from "./wishlist/routes.ts";

export interface AppOptions {
  /** Migrated. */
  database: Database;
  /** For connections beside the pool: the change listener and the catalogue's worker. */
  connection: Connection;
  env: Env;
  log: FastifyBaseLogger;
  /** When to refuse requests, other than usual. */
  overload?: Partial<OverloadBars>;
}

/**
 * The whole site on one Fastify instance, ready to listen: texts and settings are seeded, the read models are loaded
 * and follow the database. Closing the instance closes everything that it opened, but not the database.
 */
export async function buildApp({ database, connection, env, log, overload }: AppOptions): Promise<FastifyInstance> {
  const { db, pool } = database;
  const version = readVersion();
  const headers = commonHeaders(env.publicUrl);
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "request_id" }),
    genReqId: requestIds(env.trustProxy !== false),
    ...serverLimits,
    trustProxy: proxyTrust(env.trustProxy),
    forceCloseConnections: "idle",
    frameworkErrors: answerBadAddress(headers),
    clientErrorHandler: answerUnreadable(headers),
  });
  sendHeaders(app, headers);
  limitRequests(app);

  const gate = putGate(pool);
  const changes = await listenForChanges(connection, {
    onLost: (error) => log.warn({ err: error }, "lost the connection that tells of changes"),
    onAway(error) {
      gate.shut();
      log.error({ err: error }, "the database does not answer; what is in memory goes on being served");
    },
    onBack() {
      gate.open();
      log.info("the database answers again");
    },
    lastSign: gate.lastSign,
  });
  const { staleSince, isAway } = changes;
  const vitals = { version, pool, staleSince, catalogue: () => catalogue.state() };
  const listQueues = () => listQueueStates(db);
  const listPolls = () => listLatestPolls(db);
  const observation = await startObservation(app, {
    ...vitals,
    env,
    log,
    isDatabaseAway: isAway,
    listQueues,
    listPolls,
  });

  await seedContentStrings(db);
  await seedSiteConfig(db);
  await seedRoles(db);
  const onError = (error: unknown) => log.error({ err: error }, "could not follow a change; trying again");
  const strings = await createReadModel(() => listPublicStrings(db), onError);
  const settings = await createReadModel(() => readSiteSettings(db), onError);
  const catalogue = await startCatalogue({ db, connection, log });
  const stopWarmUp = warmUp(catalogue);
  const trail = createAuditTrail(db);
  const inbox = createInbox(db);
  let pollsHeard = 0;
  const contentVersion = () => strings.version() + settings.version() + catalogue.version + pollsHeard;

  const siteName = () => strings.value()["header.brand_name"] || brand.name;
  const stopping = new AbortController();
  const workers = await startWorkers({ pool, log, around: observation.aroundJob }, [
    ...mailJobs({ env, siteName, log, onOutcome: observation.countMail }),
    ...accountJobs(db),
    ...contactJobs(db, () => settings.value()["privacy.contact_origin_days"]),
    ...backupJobs({ connection, env, log }),
    ...priceJobs({
      db,
      connection,
      sources: env.priceSync ? openPollSources(db, env) : [],
      settings: settings.value,
      log,
      signal: stopping.signal,
    }),
  ]);

  changes.follow({
    games: (change) => catalogue.handleChange(change).catch(onError),
    // pages say when prices were last seen, also where none has changed
    polls: () => {
      pollsHeard += 1;
    },
    content_strings: () => strings.reload(),
    site_config: () => settings.reload(),
    jobs: () => workers.wake(),
  });

  // a long trail and many messages take seconds to read: the first administrator shall not wait for them
  app.addHook("onListen", async () => {
    trail
      .catchUp()
      .then(() => inbox.catchUp())
      .catch((error) => log.warn({ err: error }, "could not read for the panel; trying again when asked"));
  });
  app.addHook("onClose", async () => {
    stopping.abort();
    await trail.close();
    await inbox.close();
    await changes.close();
    strings.close();
    settings.close();
    await workers.stop();
    await stopWarmUp();
    await catalogue.close();
    // the pool is not ours: whoever uses it next finds it as it was
    gate.open();
  });

  const identify = prepareIdentify(db);
  const countCall = limitAccounts(env.rateLimitScale);
  app.decorate("calls", {
    async findViewer(token: string) {
      const viewer = await identify(token, new Date());
      if (viewer) countCall(viewer.userId);
      return viewer;
    },
    contentVersion,
    answers: createAnswerCache(contentVersion),
    mounted: new Map(),
  });
  app.decorateRequest("viewer", null);

  acceptJson(app);
  answerErrors(app);
  markStale(app, changes.staleSince);
  await refuseWhenOverloaded(app, overload);
  await limitCalls(app, env.rateLimitScale);
  // bodies that come are never unpacked: few bytes could become many
  await app.register(fastifyCompress, { threshold: 1024, encodings: ["br", "gzip"], globalDecompression: false });

  gameRoutes(app, db, catalogue);
  priceRoutes(app, db);
  retailerRoutes(app, catalogue);
  const isRegistrationOpen = () => settings.value()["features.registration"];
  const listAlerts = prepareListAlerts(db);
  accountRoutes(app, {
    db,
    isRegistrationOpen,
    rateLimitScale: env.rateLimitScale,
    exports: {
      wishlist: async (userId) => (await listWholeWishlist(db, userId)).map(toWishlistItem),
      alerts: async (userId) => (await listAlerts(userId)).map(toPriceAlert),
      roles: (userId) => listRolesOf(db, userId),
      changes: (userId) => listChangesOf(db, userId),
      messages: (userId) => listMessagesOf(db, userId),
    },
  });
  await providerRoutes(app, { db, env, isRegistrationOpen });
  wishlistRoutes(app, db, settings);
  alertRoutes(app, db);
  contentStringRoutes(app, strings);
  contentStringAdminRoutes(app, db);
  siteConfigRoutes(app, settings);
  siteConfigAdminRoutes(app, db);
  contactRoutes(app, { db, strings, settings, rateLimitScale: env.rateLimitScale });
  contactAdminRoutes(app, db, inbox);
  dashboardAdminRoutes(app, {
    db,
    listPolls,
    describeUser: async (userId) => toUser(await requireUser(db, userId), await findStanding(db, userId)),
    countChangesSince: (time) => trail.countSince(time),
    latestChanges: async (limit) => (await listLatestEntries(db, limit)).map(toAuditEntry),
    vitals,
    listQueues,
    dataDir: env.dataDir,
  });
  roleAdminRoutes(app, db);
  auditAdminRoutes(app, db, trail);
  healthRoutes(app, { version, pingDatabase: () => pool.query("select 1"), staleSince: changes.staleSince });
  await apiDocsRoutes(app, version, env.publicUrl);
  for (const path of ["/api", "/api/*"]) {
    app.all(path, (_, reply) => sendError(reply, new AppError("not_found", "Not found")));
  }
  await observation.serve();
  const findGame = async (id: number) => (await catalogue.listGames([id])).map(toPicturedGame)[0] ?? null;
  registerImages(app, { findGame, env });
  await renderRoutes(app, { call: inProcessCall(app), env, catalogue, contentVersion });
  return app;
}

/** A number of proxies: so many entries of `X-Forwarded-For`, from the right, were written by them. */
function proxyTrust(trusted: Env["trustProxy"]): FastifyServerOptions["trustProxy"] {
  return typeof trusted === "number" ? (_, hop) => hop < trusted : trusted;
}

function readVersion(): string {
  const file = new URL("../../package.json", import.meta.url);
  return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
}
