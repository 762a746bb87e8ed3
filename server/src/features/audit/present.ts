import type { AuditEntry } from "contract/audit/schema.ts";
import type { Db } from "../../platform/db/connect.ts";
import { csvHead as csvHeadOf, csvLine } from "../../platform/files/csv.ts";
import { type AuditRow, listEntries, toDisplayName } from "./queries.ts";

/** An entry as the panel displays it. */
export function toAuditEntry(row: AuditRow): AuditEntry {
  return {
    id: row.id,
    performed_at: row.performedAt.toISOString(),
    username: toDisplayName(row),
    action: row.action,
    resource_type: row.resourceType,
    resource_key: row.resourceKey,
    resource_category: row.resourceCategory,
    resource_id: row.resourceId,
    description: row.description,
    details: row.details,
    old_value: row.oldValue,
    new_value: row.newValue,
  };
}

/** The columns of the export (spec/administration 6.5). */
const csvColumns = [
  "performed_at",
  "username",
  "action",
  "resource_type",
  "resource_key",
  "resource_category",
  "resource_id",
  "description",
  "old_value",
  "new_value",
  "details",
] as const satisfies readonly (keyof AuditEntry)[];

const csvHead = csvHeadOf(csvColumns);

/** An entry as a line of the export. */
function toCsvLine(row: AuditRow): string {
  const entry = toAuditEntry(row);
  return csvLine(csvColumns.map((name) => entry[name]));
}

const batchSize = 500;

/** Streams the entries of these ids as a CSV file, with one batch in memory at a time. */
export async function* exportEntries(db: Db, ids: readonly number[]): AsyncGenerator<string> {
  yield csvHead;
  for (let at = 0; at < ids.length; at += batchSize) {
    const rows = await listEntries(db, ids.slice(at, at + batchSize));
    yield rows.map(toCsvLine).join("");
  }
}
