import type { User } from "contract/accounts/schema.ts";
import type { AuditEntry } from "contract/audit/schema.ts";
import { dashboardEndpoints, type FailingSource } from "contract/dashboard/api.ts";
import { permissions } from "contract/permissions.ts";
import type { FastifyInstance } from "fastify";
import type { Db } from "../../platform/db/connect.ts";
import { bind, callerId } from "../../platform/http/bind.ts";
import type { PollRow } from "../prices/polls/queries.ts";
import { type StatusQueries, toDashboardStats, toSiteStatus, type Vitals } from "./present.ts";
import { countRows, readDatabaseStatus, readDisk } from "./queries.ts";

/** The window of "Recent Changes" (spec/administration 4). */
const recentMs = 7 * 24 * 3_600_000;

/** How many entries "Recent Activity" shows. */
const maxActivities = 5;

export interface DashboardOptions {
  db: Db;
  /** The latest poll of each source of prices. */
  listPolls(): Promise<PollRow[]>;
  /** The sources that failed several times in a row. */
  listFailing(): Promise<FailingSource[]>;
  /** Throws `unauthenticated` when the account has just been deleted. */
  describeUser(userId: number): Promise<User>;
  /** The number of changes since that time, in milliseconds. */
  countChangesSince(time: number): Promise<number>;
  latestChanges(limit: number): Promise<AuditEntry[]>;
  vitals: Vitals;
  listQueues(): Promise<StatusQueries["queues"]>;
  dataDir: string;
}

export function dashboardAdminRoutes(
  app: FastifyInstance,
  {
    db,
    listPolls,
    listFailing,
    describeUser,
    countChangesSince,
    latestChanges,
    vitals,
    listQueues,
    dataDir,
  }: DashboardOptions,
): void {
  bind(app, dashboardEndpoints.dashboardMe, async (_, context) => ({
    user: await describeUser(callerId(context)),
    permissions: permissions.filter((permission) => context.viewer?.permissions.has(permission)),
  }));

  bind(app, dashboardEndpoints.dashboardStats, async (_, { viewer }) => {
    const [counts, polls, failing, recentChanges, recentActivity] = await Promise.all([
      countRows(db),
      listPolls(),
      viewer?.permissions.has("sources.read") ? listFailing() : [],
      countChangesSince(Date.now() - recentMs),
      viewer?.permissions.has("audit.read") ? latestChanges(maxActivities) : [],
    ]);
    return toDashboardStats(counts, { polls, failing }, recentChanges, recentActivity);
  });

  bind(app, dashboardEndpoints.siteStatus, async () => {
    const [database, queues, polls, disk] = await Promise.all([
      readDatabaseStatus(db),
      listQueues(),
      listPolls(),
      readDisk(dataDir),
    ]);
    return toSiteStatus(vitals, { database, queues, polls, disk }, Date.now(), process.uptime());
  });
}
