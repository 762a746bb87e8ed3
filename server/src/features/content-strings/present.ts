import { deletedUser } from "contract/audit/rules.ts";
import type {
  ContentString,
  ContentStringVersion,
  ExportedString,
  ImportResult,
} from "contract/content-strings/schema.ts";
import type { ImportPlan } from "./commands-import.ts";
import { isShipped, type StringRow, type VersionRow, variablesOf } from "./queries.ts";

export function toContentString(row: StringRow): ContentString {
  return {
    id: row.id,
    key: row.key,
    category: row.category,
    current_value: row.currentValue,
    last_modified: row.lastModified?.toISOString() ?? null,
    version: row.version,
    variables: [...variablesOf(row)],
    shipped: isShipped(row),
  };
}

export function toContentStringVersion(row: VersionRow): ContentStringVersion {
  return {
    id: row.id,
    value: row.value,
    created_at: row.createdAt.toISOString(),
    created_by: row.createdBy === null ? null : (row.username ?? deletedUser),
    change_reason: row.changeReason,
  };
}

/** A text as it is in an export file. */
export function toExportedString(row: StringRow): ExportedString {
  return { key: row.key, category: row.category, value: row.currentValue, variables: [...variablesOf(row)] };
}

export function toImportResult({ changes, unchanged, rejected }: ImportPlan): ImportResult {
  return {
    created: 0,
    updated: changes.length,
    unchanged,
    rejected,
    differences: changes.map(({ string, value }) => ({
      key: string.key,
      old_value: string.currentValue,
      new_value: value,
    })),
  };
}
