import type { QueueOptions } from "pg-boss";

const hour = 3_600;
const day = 24 * hour;

/** The schema of pg-boss's tables. */
export const jobSchema = "jobs";

/**
 * In seconds. `retentionSeconds`: how long a job may wait in total; `deleteAfterSeconds`: how long a finished one is
 * stored.
 */
export const queues = {
  /**
   * Mail survives days without the mail server. Sent mail is deleted soon: it may contain a secret.
   */
  mail: {
    retryLimit: 2_000,
    retryDelay: 4,
    retryBackoff: true,
    retryDelayMax: 900,
    expireInSeconds: 120,
    retentionSeconds: 14 * day,
    deleteAfterSeconds: 600,
  },
  "password-reset": {
    retryLimit: 20,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 60,
    expireInSeconds: 60,
    retentionSeconds: hour,
    deleteAfterSeconds: 60,
  },
  /** Delivers the notifications of rules to channels. Runs every minute; the next job resumes a failed one. */
  notifications: { retryLimit: 0, expireInSeconds: 900, retentionSeconds: 600, deleteAfterSeconds: 60 },
  "sweep-inbox": { retryLimit: 3, expireInSeconds: 600, retentionSeconds: day, deleteAfterSeconds: day },
  /** Runs every hour. */
  backup: { retryLimit: 0, expireInSeconds: 3_000, retentionSeconds: hour, deleteAfterSeconds: day },
  /** Runs every minute; the demo is reset once an hour. */
  "demo-reset": { retryLimit: 0, expireInSeconds: 600, retentionSeconds: 60, deleteAfterSeconds: 60 },
  "sweep-limits": { retryLimit: 0, expireInSeconds: 300, retentionSeconds: 600, deleteAfterSeconds: hour },
  "sweep-accounts": { retryLimit: 0, expireInSeconds: 300, retentionSeconds: hour, deleteAfterSeconds: day },
  "log-audit-head": { retryLimit: 3, expireInSeconds: 60, retentionSeconds: day, deleteAfterSeconds: day },
  "forget-origins": { retryLimit: 3, expireInSeconds: 600, retentionSeconds: day, deleteAfterSeconds: 7 * day },
  "forget-merges": { retryLimit: 3, expireInSeconds: 600, retentionSeconds: day, deleteAfterSeconds: 7 * day },
  "forget-counts": { retryLimit: 3, expireInSeconds: 600, retentionSeconds: day, deleteAfterSeconds: 7 * day },
  "forget-votes": { retryLimit: 3, expireInSeconds: 600, retentionSeconds: day, deleteAfterSeconds: 7 * day },
  /** Runs every minute; a lock decides which process polls. */
  "price-polls": { retryLimit: 0, expireInSeconds: 12 * hour, retentionSeconds: 60, deleteAfterSeconds: 60 },
  "end-giveaways": { retryLimit: 0, expireInSeconds: 60, retentionSeconds: 60, deleteAfterSeconds: 60 },
  "end-overrides": { retryLimit: 0, expireInSeconds: 60, retentionSeconds: 60, deleteAfterSeconds: 60 },
  /** Runs every minute; a lock decides which process imports. */
  "file-imports": { retryLimit: 0, expireInSeconds: 12 * hour, retentionSeconds: 600, deleteAfterSeconds: 60 },
  /** Runs every ten minutes. */
  "exchange-rates": { retryLimit: 0, expireInSeconds: 300, retentionSeconds: 600, deleteAfterSeconds: hour },
  /** Runs every hour. */
  "steam-imports": { retryLimit: 0, expireInSeconds: 3_000, retentionSeconds: hour, deleteAfterSeconds: day },
  "sale-forecasts": { retryLimit: 3, expireInSeconds: 3_000, retentionSeconds: day, deleteAfterSeconds: 7 * day },
  "settle-subscriptions": { retryLimit: 0, expireInSeconds: 600, retentionSeconds: hour, deleteAfterSeconds: day },
  /** Runs every hour; each list is read once a day. */
  "subscription-polls": { retryLimit: 0, expireInSeconds: 3_000, retentionSeconds: hour, deleteAfterSeconds: day },
  /** Runs every hour; each address is read once a day. */
  "bundle-polls": { retryLimit: 0, expireInSeconds: 3_000, retentionSeconds: hour, deleteAfterSeconds: day },
  "settle-bundles": { retryLimit: 0, expireInSeconds: 600, retentionSeconds: hour, deleteAfterSeconds: day },
  /** Runs every hour; the dump is made once a day. */
  "open-data": { retryLimit: 0, expireInSeconds: 3_000, retentionSeconds: hour, deleteAfterSeconds: day },
  "price-history-months": { retryLimit: 0, expireInSeconds: 600, retentionSeconds: hour, deleteAfterSeconds: day },
} satisfies Record<string, QueueOptions>;

export type QueueName = keyof typeof queues;

/** Queues of earlier releases, which are removed with their jobs. */
export const formerQueues = ["alert-mails", "alert-digests", "shorten-change-log"];
