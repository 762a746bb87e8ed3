import type { AuditAction, AuditResource } from "contract/audit/rules.ts";
import type { Db } from "../../platform/db/connect.ts";
import type { Viewer } from "../../platform/http/security/viewer.ts";
import { foldEntry } from "./queries.ts";
import { auditLog } from "./table.ts";

/** Who makes a change; `null` = the site itself, or the operator at the command line. */
export type Actor = Pick<Viewer, "userId"> | null;

export interface RecordedChange {
  action: AuditAction;
  resourceType: AuditResource;
  /** A human-readable name: a string's key, a user's name. */
  resourceKey?: string | null;
  resourceCategory?: string | null;
  resourceId?: number | string | null;
  /** One human-readable sentence. */
  description: string;
  /** JSON; `null` = it did not exist before. */
  oldValue?: unknown;
  /** JSON; `null` = it no longer exists. */
  newValue?: unknown;
  details?: Record<string, unknown> | null;
}

/**
 * Writes the audit entry of a change in the transaction of the change, with secrets masked. From here to the end of the
 * transaction no other one can write an entry, so lock the rows that change before the first call to prevent deadlocks.
 */
export async function recordChange(tx: Db, actor: Actor, change: RecordedChange): Promise<void> {
  const { oldValue = null, newValue = null, details = null } = withoutSecrets(change);
  const { action, resourceType, resourceKey, resourceCategory, resourceId, description } = change;
  await tx.insert(auditLog).values({
    userId: actor?.userId ?? null,
    action,
    resourceType,
    resourceKey,
    resourceCategory,
    resourceId: resourceId == null ? null : String(resourceId),
    description,
    details,
    oldValue,
    newValue,
    foldedText: foldEntry({ description, resourceKey }),
  });
}

const mask = "***";

/** Names of secrets: `password`, `smtp_url`, `apiKey`, `steam.web_api_key` … */
const secretName = /passw(or)?d|passphrase|secret|token|credential|smtp_?url|(api|private|access|signing)[._-]?key/i;

/** The login in `smtp://name:password@host`. */
const urlLogin = /(?<=:\/\/)[^\s/@]+@/g;

/** The values of an entry without passwords, tokens and logins in URLs. */
export function withoutSecrets(
  change: Pick<RecordedChange, "resourceType" | "resourceKey" | "oldValue" | "newValue" | "details">,
): Pick<RecordedChange, "oldValue" | "newValue" | "details"> {
  // keys of texts can contain "password", but the texts are no secrets
  const isSecret = change.resourceType === "site_config" && secretName.test(change.resourceKey ?? "");
  const masked = (value: unknown) => (isSecret ? maskAll(value) : maskNamed(value));
  return {
    oldValue: masked(change.oldValue),
    newValue: masked(change.newValue),
    details: maskNamed(change.details) as RecordedChange["details"],
  };
}

/** Masks only what can contain the secret, so that empty values and other changes stay visible. */
function maskAll(value: unknown): unknown {
  if (!isRecord(value)) return value == null || value === "" ? value : mask;
  return "value" in value ? { ...value, value: maskAll(value.value) } : mask;
}

function maskNamed(value: unknown): unknown {
  if (typeof value === "string") return value.replace(urlLogin, `${mask}@`);
  if (Array.isArray(value)) return value.map(maskNamed);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, secretName.test(name) ? maskAll(inner) : maskNamed(inner)]),
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
}
