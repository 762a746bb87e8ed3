import { readFileSync } from "node:fs";
import { brand } from "contract/brand.ts";
import type { SiteSettings } from "contract/site-config/catalogue.ts";
import type { FastifyBaseLogger } from "fastify";
import { listPublicStrings } from "../content-strings/queries.ts";
import { seedContentStrings } from "../content-strings/seed.ts";
import { type ChangeListener, listenForChanges } from "../db/changes.ts";
import type { Connection, Database } from "../db/connect.ts";
import { putGate } from "../db/pool-gate.ts";
import { createReadModel, type ReadModel } from "../db/read-model.ts";
import { primaryReads, type Reads } from "../db/reads.ts";
import { openReplica, type Replica } from "../db/replica.ts";
import type { Env } from "../env.ts";
import { postgresLimits } from "../http/limit-store-postgres.ts";
import { createLimits, type Limits } from "../http/rate-limit.ts";
import { listQueueStates, type QueueState } from "../jobs/queue-states.ts";
import { listLatestPolls, type PollRow } from "../prices/queries-poll.ts";
import type { ProcessName } from "../process-name.ts";
import { seedRoles } from "../roles/seed.ts";
import type { SecretKey } from "../secret-key.ts";
import { readSiteSettings } from "../site-config/queries.ts";
import { seedSiteConfig } from "../site-config/seed.ts";
import { openCheckedSecretKey } from "./secret-key.ts";

export interface FoundationOptions {
  /** Migrated. */
  database: Database;
  /** For connections beside the pool: the change listener and the catalogue's worker. */
  connection: Connection;
  /** The same as the owner of the tables: for backups. */
  ownerConnection: Connection;
  env: Env;
  log: FastifyBaseLogger;
  name: ProcessName;
}

/** What every role of process stands on: the database, what is heard of its changes, the site's texts and settings. */
export interface Foundation extends Pick<Database, "db" | "pool"> {
  connection: Connection;
  ownerConnection: Connection;
  env: Env;
  secretKey: SecretKey;
  log: FastifyBaseLogger;
  name: ProcessName;
  /** Of the site. */
  version: string;
  changes: ChangeListener;
  /** Of the catalogue and of prices. */
  reads: Reads;
  replica: Replica | null;
  /** Public texts by their keys. */
  strings: ReadModel<Record<string, string>>;
  settings: ReadModel<SiteSettings>;
  siteName(): string;
  /** Of requests, over all processes. */
  limits: Limits;
  listQueues(): Promise<QueueState[]>;
  listPolls(): Promise<PollRow[]>;
  /** For what follows changes and failed to: it is tried again. */
  onFollowError(error: unknown): void;
  /** Follows nothing any more; the database stays open. Close `changes` before, so that nobody is told of any. */
  close(): Promise<void>;
}

/** Seeds texts, settings and roles, and reads what is held in memory of them. Rejects when the database is away. */
export async function layFoundation({ database, ...rest }: FoundationOptions): Promise<Foundation> {
  const { connection, env, log } = rest;
  const { db, pool } = database;
  const secretKey = await openCheckedSecretKey(db, env, log);
  const gate = putGate(pool);
  let replica: Replica | null = null;
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
    onCaughtUp: (by) => log.info(`caught up with what was missed, by reading ${by === "log" ? "what changed" : by}`),
    onHeard: () => replica?.hear(),
    lastSign: gate.lastSign,
  });
  if (env.databaseReadUrl && env.role !== "worker")
    replica = openReplica({ db, pool, connection, url: env.databaseReadUrl, log });
  const onFollowError = (error: unknown) => log.error({ err: error }, "could not follow a change; trying again");

  await seedContentStrings(db);
  await seedSiteConfig(db);
  await seedRoles(db);
  const strings = await createReadModel(() => listPublicStrings(db), onFollowError);
  const settings = await createReadModel(() => readSiteSettings(db), onFollowError);

  const limits = createLimits({
    store: postgresLimits(pool),
    scale: env.rateLimitScale,
    onExchangeError: (error) => log.debug({ err: error }, "could not exchange counts of calls; trying again"),
  });

  return {
    ...rest,
    db,
    pool,
    secretKey,
    version: readVersion(),
    changes,
    reads: replica ?? primaryReads({ db, connection }),
    replica,
    strings,
    settings,
    siteName: () => strings.value()["header.brand_name"] || brand.name,
    listQueues: () => listQueueStates(db),
    listPolls: () => listLatestPolls(db),
    limits,
    onFollowError,
    async close() {
      await limits.close();
      await replica?.close();
      strings.close();
      settings.close();
      // the pool is not ours: whoever uses it next finds it as it was
      gate.open();
    },
  };
}

function readVersion(): string {
  const file = new URL("../../../package.json", import.meta.url);
  return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
}
