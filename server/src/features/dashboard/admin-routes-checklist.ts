import type { User } from "contract/accounts/schema.ts";
import { AppError } from "contract/core/errors.ts";
import { checklistEndpoints } from "contract/dashboard/checklist.ts";
import type { SiteSettings } from "contract/site-config/defaults.ts";
import type { FastifyInstance } from "fastify";
import type { Db } from "../../platform/db/connect.ts";
import { bind, callerId } from "../../platform/http/bind.ts";
import type { Limits } from "../../platform/http/limits/rate-limit.ts";
import { queueMail } from "../../platform/mail/queue.ts";
import type { Env } from "../../platform/process/env.ts";
import type { SecretKey } from "../../platform/process/secret-key.ts";
import type { PollRow } from "../prices/polls/queries.ts";
import { toChecklist } from "./present-checklist.ts";

const hour = 3_600_000;

export interface ChecklistOptions {
  db: Db;
  secretKey: SecretKey;
  env: Env;
  settings: { value(): SiteSettings };
  limits: Limits;
  /** The latest poll of each source. */
  listPolls(): Promise<PollRow[]>;
  describeUser(userId: number): Promise<User>;
}

export function checklistAdminRoutes(
  app: FastifyInstance,
  { db, secretKey, env, settings, limits, listPolls, describeUser }: ChecklistOptions,
): void {
  const countMail = limits.perKey("test mails", 5, hour, "Too many test mails. Please try again later.");

  bind(app, checklistEndpoints.checklist, async (_, context) => {
    const [{ hasSecondFactor }, polls] = await Promise.all([describeUser(callerId(context)), listPolls()]);
    const facts = { env, settings: settings.value(), polls, hasSecondFactor, now: new Date() };
    return toChecklist(facts, context.viewer?.permissions ?? new Set());
  });

  bind(app, checklistEndpoints.testMail, async (_, context) => {
    const userId = callerId(context);
    const { email, username } = await describeUser(userId);
    if (!email) throw new AppError("conflict", "Your account has no email address");
    await countMail(String(userId));
    const mail = {
      to: email,
      addressee: "account",
      template: "test",
      values: { username },
      actionPath: "/admin",
    } as const;
    await queueMail(db, mail, secretKey);
    return { to: email, delivery: env.smtpUrl === undefined ? ("outbox" as const) : ("smtp" as const) };
  });
}
