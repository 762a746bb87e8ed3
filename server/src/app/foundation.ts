import { brand } from "contract/brand.ts";
import type { SoldBundle } from "contract/bundles/rules.ts";
import type { ExchangeRates, Market } from "contract/markets/schema.ts";
import type { SiteSettings } from "contract/site-config/defaults.ts";
import type { FastifyBaseLogger } from "fastify";
import { listSoldBundles } from "../features/bundles/queries.ts";
import { readSiteTexts, type SiteTexts } from "../features/content-strings/queries.ts";
import { seedContentStrings } from "../features/content-strings/seed.ts";
import { listEnabledMarkets } from "../features/markets/queries.ts";
import { readRates } from "../features/markets/rates/queries-rates.ts";
import { signingKeys } from "../features/notifications/table.ts";
import { listLatestPolls, type PollRow } from "../features/prices/polls/queries.ts";
import { encryptFeeds } from "../features/prices/product-feeds/commands-feeds.ts";
import { listFeedSettings } from "../features/prices/product-feeds/queries-feeds.ts";
import type { FeedSetting } from "../features/prices/sources/open.ts";
import { seedRoles } from "../features/roles/seed.ts";
import { readSiteSettings } from "../features/site-config/queries.ts";
import { seedSiteConfig } from "../features/site-config/seed.ts";
import { listEnabledStores, type StoreRow } from "../features/stores/queries.ts";
import { prepareReaders, type Readers } from "../features/users/queries-readers.ts";
import { readShownVouchers, type ShownVouchers } from "../features/vouchers/read-model.ts";
import { type ChangeListener, listenForChanges } from "../platform/db/changes/changes.ts";
import { createReadModel, type ReadModel } from "../platform/db/changes/read-model.ts";
import type { Connection, Database, Db } from "../platform/db/connect.ts";
import { eq } from "../platform/db/drizzle.ts";
import { createLimits, type Limits } from "../platform/http/limits/rate-limit.ts";
import { postgresLimiter } from "../platform/http/limits/shared-limit.ts";
import { listQueueStates, type QueueState } from "../platform/jobs/queue-states.ts";
import type { Env } from "../platform/process/env.ts";
import type { ProcessName } from "../platform/process/process-name.ts";
import { openSecretKey, type SecretKey } from "../platform/process/secret-key.ts";
import { readVersion } from "../platform/process/version.ts";

export interface FoundationOptions {
  /** Migrated. */
  database: Database;
  /** For connections outside of the pool. */
  connection: Connection;
  /** As the owner of the tables: for backups. */
  ownerConnection: Connection;
  env: Env;
  log: FastifyBaseLogger;
  name: ProcessName;
}

/** What processes of every role need: the database and its changes, the site's texts and settings. */
export interface Foundation extends Pick<Database, "db" | "pool"> {
  connection: Connection;
  ownerConnection: Connection;
  env: Env;
  secretKey: SecretKey;
  log: FastifyBaseLogger;
  name: ProcessName;
  /** The site's version. */
  version: string;
  changes: ChangeListener;
  /** Public texts by their keys. */
  strings: ReadModel<SiteTexts>;
  settings: ReadModel<SiteSettings>;
  /** The enabled ones, in the order that settles ties for the best price. */
  stores: ReadModel<StoreRow[]>;
  /** The enabled ones, the default one first. */
  markets: ReadModel<Market[]>;
  exchangeRates: ReadModel<ExchangeRates | null>;
  /** Product feeds that administrators have added. */
  feeds: ReadModel<FeedSetting[]>;
  /** The bundles with games, those that end soonest first. */
  bundled: ReadModel<SoldBundle[]>;
  /** Vouchers that visitors may see. */
  vouchers: ReadModel<ShownVouchers>;
  /** How mails and messages are written for whoever reads them. */
  readers: Readers;
  siteName(): string;
  /** Limits of requests, across all processes. */
  limits: Limits;
  listQueues(): Promise<QueueState[]>;
  listPolls(): Promise<PollRow[]>;
  /** Logs a failure to apply a change, which is retried. */
  onFollowError(error: unknown): void;
  /** Leaves the database open. Close `changes` before. */
  close(): Promise<void>;
}

/** Seeds texts, settings and roles, and loads them. Rejects when the database is unreachable. */
export async function layFoundation({ database, ...rest }: FoundationOptions): Promise<Foundation> {
  const { connection, env, log } = rest;
  const { db, pool } = database;
  const secretKey = await openCheckedSecretKey(db, env, log);
  const changes = await listenForChanges(connection, {
    onLost: (error) => log.warn({ err: error }, "lost the LISTEN connection"),
    onUnreachable(error) {
      pool.trip();
      log.error({ err: error }, "the database does not respond; serving from memory");
    },
    onReachable() {
      pool.reset();
      log.info("the database responds again");
    },
    onCatchUp: () => log.info("rereading everything, as changes may have been missed"),
    lastSuccess: () => pool.lastSuccess(),
  });
  const onFollowError = (error: unknown) => log.error({ err: error }, "failed to apply a change; retrying");

  await seedContentStrings(db);
  await seedSiteConfig(db);
  await seedRoles(db);
  await encryptFeeds(db, secretKey);
  const strings = await createReadModel(() => readSiteTexts(db), onFollowError);
  const settings = await createReadModel(() => readSiteSettings(db), onFollowError);
  const stores = await createReadModel(() => listEnabledStores(db), onFollowError);
  const markets = await createReadModel(() => listEnabledMarkets(db), onFollowError);
  const exchangeRates = await createReadModel(() => readRates(db), onFollowError);
  const feeds = await createReadModel(() => listFeedSettings(db, secretKey), onFollowError);
  const bundled = await createReadModel(() => listSoldBundles(db, new Date()), onFollowError);
  const vouchers = await createReadModel(() => readShownVouchers(db, new Date()), onFollowError);

  const limits = createLimits({
    openLimiter: postgresLimiter(pool),
    scale: env.rateLimitScale,
    onReportError: (error) => log.debug({ err: error }, "could not count calls over all processes"),
  });

  return {
    ...rest,
    db,
    pool,
    secretKey,
    version: readVersion(),
    changes,
    strings,
    settings,
    stores,
    markets,
    exchangeRates,
    feeds,
    bundled,
    vouchers,
    readers: prepareReaders({ markets: markets.value, texts: strings.value }),
    siteName: () => strings.value().in()["header.brand_name"] || brand.name,
    listQueues: () => listQueueStates(db),
    listPolls: () => listLatestPolls(db),
    limits,
    onFollowError,
    async close() {
      strings.close();
      settings.close();
      stores.close();
      markets.close();
      exchangeRates.close();
      feeds.close();
      bundled.close();
      vouchers.close();
      // the caller still uses the pool
      pool.reset();
    },
  };
}

const purpose = "secret key check";

/**
 * `openSecretKey`, with a warning if the database was last used with another key: the key was lost, or differs
 * between machines. The database stores a derived key, which doesn't reveal the secret.
 */
export async function openCheckedSecretKey(
  db: Db,
  env: Pick<Env, "secretKey" | "dataDir">,
  log: FastifyBaseLogger,
): Promise<SecretKey> {
  const secretKey = await openSecretKey(env);
  const check = secretKey.derive(purpose);
  const [last] = await db.select().from(signingKeys).where(eq(signingKeys.purpose, purpose));
  if (last?.key.equals(check)) return secretKey;
  if (last) {
    log.warn(
      "The secret key is not the one that this database was last used with: mail queued under the other one is dropped. " +
        "Set the same SECRET_KEY for all processes",
    );
  }
  await db
    .insert(signingKeys)
    .values({ purpose, key: check })
    .onConflictDoUpdate({ target: signingKeys.purpose, set: { key: check } });
  return secretKey;
}
