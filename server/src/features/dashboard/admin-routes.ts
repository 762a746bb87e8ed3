import type { User } from "contract/accounts/schema.ts";
import type { AuditEntry } from "contract/audit/schema.ts";
import { AppError } from "contract/core/errors.ts";
import { dashboardEndpoints, type FailingSource } from "contract/dashboard/api.ts";
import { checklistEndpoints } from "contract/dashboard/checklist.ts";
import { doctorEndpoints } from "contract/dashboard/doctor.ts";
import { permissions } from "contract/permissions.ts";
import type { SiteSettings } from "contract/site-config/defaults.ts";
import type { FastifyInstance } from "fastify";
import type { Pool } from "pg";
import type { Db } from "../../platform/db/connect.ts";
import { bind, callerId, callerOf } from "../../platform/http/bind.ts";
import type { Limits } from "../../platform/http/limits/rate-limit.ts";
import { queueMail } from "../../platform/mail/queue.ts";
import type { Env } from "../../platform/process/env.ts";
import type { SecretKey } from "../../platform/process/secret-key.ts";
import type { PollRow } from "../prices/polls/queries.ts";
import { diagnose } from "./policy-doctor.ts";
import { type StatusQueries, toChecklist, toDashboardStats, toSiteStatus, type Vitals } from "./present.ts";
import { countRows, findFilling, readDatabaseStatus, readDisk } from "./queries.ts";
import { readFacts } from "./queries-doctor.ts";

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
  bind(app, dashboardEndpoints.dashboardMe, async (_, context) => {
    const { userId, permissions: held, languages } = callerOf(context);
    return {
      user: await describeUser(userId),
      permissions: permissions.filter((permission) => held.has(permission)),
      languages: languages && [...languages].sort(),
    };
  });

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

const hour = 3_600_000;

interface ChecklistOptions {
  db: Db;
  pool: Pool;
  version: string;
  listFailing(): Promise<FailingSource[]>;
  findMailServer(): Promise<{ url: string | undefined; from: string | undefined }>;
  secretKey: SecretKey;
  env: Env;
  settings: { value(): SiteSettings };
  limits: Limits;
  /** The latest poll of each source. */
  listPolls(): Promise<PollRow[]>;
  describeUser(userId: number): Promise<User>;
  /** The legal texts that the operator has not filled in. */
  listBlankTexts(): readonly string[];
  gameIndex: { state(): { games: number } };
}

export function checklistAdminRoutes(app: FastifyInstance, options: ChecklistOptions): void {
  const { db, pool, version, secretKey, env, settings, limits, listPolls, listFailing, describeUser } = options;
  const { findMailServer } = options;
  const countMail = limits.perKey("test mails", 5, hour, "Too many test mails. Try again later.");

  bind(app, checklistEndpoints.checklist, async (_, context) => {
    const now = new Date();
    const [{ hasSecondFactor }, polls, mail, filling] = await Promise.all([
      describeUser(callerId(context)),
      listPolls(),
      findMailServer(),
      findFilling(db, now),
    ]);
    const { games } = options.gameIndex.state();
    const blankTexts = options.listBlankTexts().length;
    const facts = { env, settings: settings.value(), polls, games, hasSecondFactor, blankTexts, now, filling };
    const hasMail = mail.url !== undefined;
    return toChecklist({ ...facts, hasMail }, context.viewer?.permissions ?? new Set());
  });

  bind(app, doctorEndpoints.doctor, async (_, { proxy: request }) => ({
    version,
    findings: diagnose(await readFacts({ env, database: { db, pool }, findMailServer, listFailing, request })),
  }));

  bind(app, checklistEndpoints.testMail, async (_, context) => {
    const userId = callerId(context);
    const { email, username } = await describeUser(userId);
    if (!email) throw new AppError("conflict", "Your account has no email address");
    await countMail(String(userId));
    const server = await findMailServer();
    const mail = {
      to: email,
      addressee: "account",
      template: "test",
      values: { username },
      actionPath: "/admin",
    } as const;
    await queueMail(db, mail, secretKey);
    return { to: email, delivery: server.url === undefined ? ("outbox" as const) : ("smtp" as const) };
  });
}
