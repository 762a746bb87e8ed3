import { accountJobs } from "../features/accounts/jobs.ts";
import { isVerifiedAddress } from "../features/accounts/queries.ts";
import { auditJobs } from "../features/audit/jobs.ts";
import { bundleJobs } from "../features/bundles/jobs.ts";
import { openCatalogueSources } from "../features/catalogue/commands-poll-catalogue.ts";
import { mergeJobs } from "../features/catalogue/merge/jobs.ts";
import { contactJobs } from "../features/contact/jobs.ts";
import { uploadFolder } from "../features/imports/commands-files.ts";
import { importJobs } from "../features/imports/jobs.ts";
import { insightJobs } from "../features/insights/jobs.ts";
import { libraryJobs } from "../features/library/jobs.ts";
import { findMarketIn } from "../features/markets/queries.ts";
import { rateJobs } from "../features/markets/rates/jobs.ts";
import { deliver } from "../features/notifications/channels/commands-deliver.ts";
import { queueNoticeMail } from "../features/notifications/channels/commands-mail.ts";
import { openChannels } from "../features/notifications/channels/deps.ts";
import { findChannel } from "../features/notifications/channels/queries-channels.ts";
import type { SendOptions } from "../features/notifications/delivery/commands-send.ts";
import { prepareStopLinks } from "../features/notifications/delivery/commands-stop-link.ts";
import { notificationJobs } from "../features/notifications/delivery/jobs.ts";
import { openDataJobs } from "../features/open-data/jobs.ts";
import { openDataFolder } from "../features/open-data/routes.ts";
import { forecastJobs } from "../features/prices/forecast/jobs.ts";
import type { PollSource } from "../features/prices/polls/commands-poll.ts";
import { openPollSources } from "../features/prices/polls/commands-poll-sources.ts";
import { registerSources } from "../features/prices/polls/commands-sources.ts";
import { type PriceJobOptions, priceJobs } from "../features/prices/polls/jobs.ts";
import { createClient } from "../features/prices/sources/client.ts";
import { openUpstreams, type Upstreams } from "../features/prices/sources/upstreams.ts";
import { listSuperAdminAddresses } from "../features/roles/queries.ts";
import { chooseSync } from "../features/site-config/policy-sync.ts";
import { findMailServer } from "../features/site-config/queries-mail.ts";
import { subscriptionJobs } from "../features/subscriptions/jobs.ts";
import { voucherJobs } from "../features/vouchers/jobs.ts";
import { backupJobs } from "../platform/backup/jobs.ts";
import type { Db } from "../platform/db/connect.ts";
import { limitJobs } from "../platform/http/limits/jobs.ts";
import { enqueue } from "../platform/jobs/enqueue.ts";
import { startWorkers, type Workers } from "../platform/jobs/work.ts";
import { mailJobs } from "../platform/mail/jobs.ts";
import type { Observation } from "../platform/observability/observe.ts";
import { demoJobs } from "./demo.ts";
import type { Foundation } from "./foundation.ts";

export interface Jobs {
  start(): Promise<void>;
  /** Polls the queues now. */
  wake(): void;
  close(): Promise<void>;
}

/** The jobs of a process; none in the role `web`. */
export function openJobs(foundation: Foundation, observation: Observation): Jobs {
  const { env } = foundation;
  let workers: Workers | null = null;

  async function start(): Promise<void> {
    if (env.role !== "web") workers = await startAll(foundation, observation);
  }

  async function stop(): Promise<void> {
    await workers?.stop();
    workers = null;
  }

  return {
    start,
    wake: () => workers?.wake(),
    close: stop,
  };
}

/** How rules reach channels. */
function toSendOptions(foundation: Foundation): SendOptions {
  const { db, env, secretKey, settings, readers } = foundation;
  const channelDeps = openChannels(foundation);
  return {
    db,
    publicUrl: env.publicUrl,
    readers,
    links: prepareStopLinks(secretKey),
    maxAlertMails: () => settings.value()["alerts.max_mails_per_day"],
    deliver: (id, message) => deliver(channelDeps, { id }, message),
    queueMail: async (tx, id, write) => queueNoticeMail(tx, await findChannel(tx, id), write, secretKey),
  };
}

/** Starts all jobs: mail, polls, backups, sweeping. Any number of processes may. */
async function startAll(foundation: Foundation, observation: Observation): Promise<Workers> {
  const { db, pool, connection, ownerConnection, env, secretKey, log, settings, readers, siteName } = foundation;
  const { markets, stores } = foundation;
  const stopping = new AbortController();
  if (env.webhookAllowPrivate)
    log.warn("WEBHOOK_ALLOW_PRIVATE is on: feeds and notification channels can reach private addresses");
  const upstreams = openUpstreams(env.publicUrl);
  const sources = pollSourcesOf(foundation, upstreams);
  await registerSources(db, sources(), new Date());
  const listPolls = {
    db,
    env,
    client: createClient({ publicUrl: env.publicUrl, paceMs: 1_000 }),
    log,
    signal: stopping.signal,
    clock: () => new Date(),
  };
  const workers = await startWorkers({ pool, log, around: observation.aroundJob }, [
    ...mailJobs({
      env,
      findServer: () => findMailServer(db, { env, secretKey }),
      secretKey,
      isVerified: (address) => isVerifiedAddress(db, address),
      siteName,
      readerOf: (mail) => readers.ofMail(db, mail),
      log,
      onOutcome: observation.countMail,
    }),
    ...accountJobs(db, secretKey),
    ...notificationJobs(toSendOptions(foundation)),
    ...auditJobs(db, log),
    ...limitJobs(db),
    ...mergeJobs(db),
    ...contactJobs(db, () => settings.value()["privacy.contact_origin_days"]),
    ...insightJobs(db),
    ...subscriptionJobs(db, listPolls),
    ...bundleJobs(listPolls),
    ...voucherJobs(db),
    ...forecastJobs({ db, market: () => findMarketIn(markets.value(), undefined), listStores: stores.value }),
    ...importJobs({
      db,
      connection,
      folder: uploadFolder(env.dataDir),
      publicUrl: env.publicUrl,
      log,
      clock: () => new Date(),
      signal: stopping.signal,
    }),
    ...(env.demo ? demoJobs(ownerConnection, log) : []),
    ...backupJobs({ connection: ownerConnection, secretKey, env, log }),
    ...(env.steamWebApiKey
      ? libraryJobs(db, {
          steam: { url: env.steamWebApiUrl, key: env.steamWebApiKey, client: upstreams.steamApi },
          maxWishes: () => settings.value()["wishlist.max_items"],
          signal: stopping.signal,
          onError: (err) => log.warn({ err }, "failed to import from a Steam account"),
        })
      : []),
    ...(env.openData
      ? openDataJobs({
          db,
          folder: openDataFolder(env.dataDir),
          site: () => ({ name: siteName(), url: env.publicUrl }),
          log,
          signal: stopping.signal,
        })
      : []),
    ...rateJobs({
      db,
      url: env.ecbRatesUrl,
      client: createClient({ publicUrl: env.publicUrl, paceMs: 0 }),
      settings: settings.value,
      isOn: () => chooseSync(env, settings.value()).prices,
      log,
      signal: stopping.signal,
    }),
    ...priceJobs({
      db,
      connection,
      sources,
      settings: settings.value,
      reread: () => Promise.all([settings.reload(), foundation.markets.reload(), foundation.feeds.reload()]),
      listOperators: (tx) => listOperators(tx, settings.value()["contact.email"]),
      secretKey,
      log,
      signal: stopping.signal,
    }),
  ]);
  // a new site reads its sources now, not at the next full minute
  if (sources().length > 0) await enqueue(db, "price-polls", [{}]);
  return {
    wake: workers.wake,
    stop() {
      stopping.abort();
      return workers.stop();
    },
  };
}

/** Who is notified of sources that keep failing: the site's contact, or the super admins where there is none. */
async function listOperators(tx: Db, contact: string): ReturnType<PriceJobOptions["listOperators"]> {
  const rule = "It gets a mail when a source of prices or games could not be read three times in a row.";
  if (contact) {
    const reason = `This address is the setting contact.email of {brand}. ${rule}`;
    return [{ to: contact, addressee: "operator", reason }];
  }
  const reason = `This is the address of a super admin of {brand}. ${rule}`;
  return (await listSuperAdminAddresses(tx)).map((to) => ({ to, addressee: "verified", reason }));
}

/** The sources of games, and those of prices of the markets and feeds, opened again when what they follow changes. */
function pollSourcesOf(foundation: Foundation, upstreams: Upstreams): () => readonly PollSource[] {
  const { db, env, markets, feeds, settings } = foundation;
  let opened: { of: string; sources: readonly PollSource[] } | null = null;
  return () => {
    const { games, prices } = chooseSync(env, settings.value());
    const of = [games, prices, markets.version(), feeds.version()].join(" ");
    if (opened?.of !== of) {
      const ofGames = openCatalogueSources(db, { env, clients: upstreams }, games);
      const ofPrices = prices ? openPollSources(db, env, markets.value(), feeds.value(), upstreams) : [];
      opened = { of, sources: [...ofGames, ...ofPrices] };
    }
    return opened.sources;
  };
}
