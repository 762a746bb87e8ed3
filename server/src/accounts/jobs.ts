import type { Db } from "../db/connect.ts";
import type { JobHandler } from "../jobs/work.ts";
import type { SecretKey } from "../secret-key.ts";
import { type ResetRequest, sendReset } from "./commands-reset.ts";
import { sweepExpired } from "./commands-session.ts";

export function accountJobs(db: Db, secretKey: SecretKey): JobHandler[] {
  return [
    { queue: "password-reset", run: (data) => sendReset(db, data as ResetRequest, { secretKey, now: new Date() }) },
    { queue: "sweep-accounts", schedule: "23 * * * *", run: () => sweepExpired(db, new Date()) },
  ];
}
