import type { AuditAction, AuditResource } from "contract/audit/rules.ts";
import type { Db } from "../../platform/db/connect.ts";
import type { Viewer } from "../../platform/http/security/viewer.ts";
import { withoutSecrets } from "./commands-mask.ts";
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
