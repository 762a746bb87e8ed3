/** What is done to a thing; the last three are security events (spec/administration 6.7). */
export const auditActions = [
  "CREATE",
  "UPDATE",
  "DELETE",
  "ASSIGN",
  "REMOVE",
  "RESTORE",
  "IMPORT",
  "EXPORT",
  "SIGN_IN",
  "SIGN_IN_FAILED",
  "ACCESS_DENIED",
] as const;
export type AuditAction = (typeof auditActions)[number];

/** The things whose changes are recorded (spec/administration 6.2). */
export const auditResources = [
  "content_string",
  "site_config",
  "user",
  "admin_role",
  "contact_submission",
  "store",
  "market",
  "match",
  "game",
  "offer",
  "price_record",
  "price_source",
  "feed",
  "price_report",
  "file_import",
  "audit_log",
] as const;
export type AuditResource = (typeof auditResources)[number];

/** Who an entry shows without a signed-in user: the site itself, or its operator at the command line. */
export const systemUser = "System";

/** Who an entry shows when the account is gone. No username has a space, so it belongs to no user. */
export const deletedUser = "Deleted user";

const day = /^\d{4}-\d{2}-\d{2}$/;

/** Where a range of time begins, in milliseconds. A date without a time begins with its day, UTC. */
export function rangeStart(date: string | undefined): number {
  return date === undefined ? Number.NEGATIVE_INFINITY : Date.parse(date);
}

/** The first millisecond behind a range of time. A date without a time counts whole, UTC (spec/api 4.4). */
export function rangeEnd(date: string | undefined): number {
  if (date === undefined) return Number.POSITIVE_INFINITY;
  return Date.parse(date) + (day.test(date) ? 24 * 3_600_000 : 1);
}
