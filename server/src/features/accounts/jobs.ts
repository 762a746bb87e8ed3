import type { Db } from "../../platform/db/connect.ts";
import type { JobHandler } from "../../platform/jobs/work.ts";
import type { SecretKey } from "../../platform/process/secret-key.ts";
import { type ResetRequest, sendReset } from "./passwords/commands-reset.ts";
import { sweepExpired } from "./sessions/commands-session.ts";

export function accountJobs(db: Db, secretKey: SecretKey): JobHandler[] {
  return [
    { queue: "password-reset", run: (data) => sendReset(db, data as ResetRequest, { secretKey, now: new Date() }) },
    { queue: "sweep-accounts", schedule: "23 * * * *", run: () => sweepExpired(db, new Date()) },
  ];
}
