import { deletedUser } from "contract/audit/rules.ts";
import type {
  ContentString,
  ContentStringVersion,
  ExportedString,
  ImportResult,
  Translation,
  TranslationProposal,
} from "contract/content-strings/schema.ts";
import type { ImportPlan, ImportTarget } from "./commands-import.ts";
import { isShipped, isUnused, type StringRow, type VersionRow, variablesOf } from "./queries.ts";
import { isOutdated, isStaleProposal, stateOf, type TranslationPair, toTarget } from "./queries-translations.ts";

export function toContentString(row: StringRow): ContentString {
  return {
    id: row.id,
    key: row.key,
    category: row.category,
    current_value: row.currentValue,
    last_modified: row.lastModified?.toISOString() ?? null,
    version: row.version,
    variables: variablesOf(row).required,
    shipped: isShipped(row),
    unused: isUnused(row),
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
  return { key: row.key, category: row.category, value: row.currentValue, variables: variablesOf(row).required };
}

/** A translation in the form of English texts, with the id of the English one. */
export function toTranslatedString(pair: TranslationPair): ContentString {
  const { key, source, row } = pair;
  return {
    ...toContentString(source),
    key,
    current_value: row?.currentValue ?? "",
    source_value: source.currentValue,
    state: stateOf(pair),
    last_modified: row?.lastModified?.toISOString() ?? null,
    version: row?.version ?? 0,
    variables: variablesOf(toTarget(pair)).required,
  };
}

export function toTranslation(pair: TranslationPair): Translation {
  const { key, source, row } = pair;
  const { required, optional } = variablesOf(toTarget(pair));
  return {
    key,
    category: source.category,
    source_value: source.currentValue,
    source_version: source.version,
    id: row?.id ?? null,
    value: row?.currentValue ?? null,
    version: row?.version ?? 0,
    outdated: isOutdated(pair),
    edited: row?.lastModified != null,
    variables: required,
    optional_variables: optional,
    proposal: toProposal(pair),
  };
}

function toProposal(pair: TranslationPair): TranslationProposal | null {
  if (pair.proposal === null) return null;
  const { id, value, proposedAt, username } = pair.proposal;
  const stale = isStaleProposal(pair.proposal, pair);
  return { id, value, proposed_at: proposedAt.toISOString(), proposed_by: username, stale };
}

/** A translation as it is in an export file; `value` is empty where it is missing. */
export function toExportedTranslation(pair: TranslationPair): ExportedString {
  const { key, source, row } = pair;
  return {
    key,
    category: source.category,
    source: source.currentValue,
    value: row?.currentValue ?? "",
    variables: variablesOf(toTarget(pair)).required,
  };
}

export function toImportResult({
  changes,
  unchanged,
  rejected,
}: Pick<ImportPlan<ImportTarget>, "unchanged" | "rejected"> & {
  changes: { string: ImportTarget & { isMissing?: boolean }; value: string }[];
}): ImportResult {
  const created = changes.filter(({ string }) => string.isMissing).length;
  return {
    created,
    updated: changes.length - created,
    unchanged,
    rejected,
    differences: changes.map(({ string, value }) => ({
      key: string.key,
      old_value: string.currentValue,
      new_value: value,
    })),
  };
}
