import type { FastifyBaseLogger } from "fastify";
import type { Db } from "../../platform/db/connect.ts";
import { recordChange } from "../audit/commands.ts";

export type SecurityLog = Pick<FastifyBaseLogger, "info" | "warn">;

/** Security events, as the audit trail names them. */
type SecurityAction = "SIGN_IN" | "SIGN_IN_FAILED" | "ACCESS_DENIED";

export interface SecurityEvent {
  action: SecurityAction;
  userId: number;
  /** One sentence for people, without names and addresses: the entry outlives the account. */
  description: string;
  details?: Record<string, unknown>;
}

/** Writes a security event to the log. */
export function logSecurityEvent(log: SecurityLog, { action, userId, description, details }: SecurityEvent): void {
  log[action === "SIGN_IN" ? "info" : "warn"]({ action, userId, ...details }, description);
}

/** Writes a security event to the log and to the audit trail. */
export async function recordSecurityEvent(tx: Db, log: SecurityLog, event: SecurityEvent): Promise<void> {
  logSecurityEvent(log, event);
  const { action, userId, description, details } = event;
  await recordChange(
    tx,
    { userId },
    { action, resourceType: "user", resourceId: userId, description, ...(details && { details }) },
  );
}
