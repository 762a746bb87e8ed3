/** Actions on a resource; the last three are security events (spec/administration 6.7). */
const auditActions = [
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

/** The resources whose changes are audited (spec/administration 6.2). */
const auditResources = [
  "content_string",
  "translation_proposal",
  "language",
  "site_config",
  "user",
  "admin_role",
  "contact_submission",
  "store",
  "bundle",
  "voucher",
  "market",
  "match",
  "genre",
  "game",
  "offer",
  "price_record",
  "price_source",
  "feed",
  "price_report",
  "reading",
  "file_import",
  "subscription",
  "subscription_service",
  "audit_log",
] as const;
export type AuditResource = (typeof auditResources)[number];

/** The user of an entry made while no one was signed in: by the site itself, or by its operator at the command line. */
export const systemUser = "System";

/** The user of an entry whose account was deleted. Usernames have no spaces, so no account has this name. */
export const deletedUser = "Deleted user";

const day = /^\d{4}-\d{2}-\d{2}$/;

/** The start of a time range, in milliseconds. A date without a time starts with its day, UTC. */
export function rangeStart(date: string | undefined): number {
  return date === undefined ? Number.NEGATIVE_INFINITY : Date.parse(date);
}

/** The first millisecond after a time range. A date without a time includes the whole day, UTC (spec/api 4.4). */
export function rangeEnd(date: string | undefined): number {
  if (date === undefined) return Number.POSITIVE_INFINITY;
  return Date.parse(date) + (day.test(date) ? 24 * 3_600_000 : 1);
}
