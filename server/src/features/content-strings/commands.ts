import type { AuditAction } from "contract/audit/rules.ts";
import { valueProblems } from "contract/content-strings/rules.ts";
import { variablesIn } from "contract/content-strings/variables.ts";
import { AppError, type ErrorDetail } from "contract/core/errors.ts";
import { foldText } from "contract/core/text.ts";
import { sourceLanguage } from "contract/languages/language.ts";
import type { Db } from "../../platform/db/connect.ts";
import { eq, sql } from "../../platform/db/drizzle.ts";
import { throwTaken } from "../../platform/db/errors.ts";
import { changedMeanwhile, checkEditedRows, isStale } from "../../platform/db/versions.ts";
import type { Viewer } from "../../platform/http/security/viewer.ts";
import { type Actor, recordChange } from "../audit/commands.ts";
import { toContentString } from "./present.ts";
import { isShipped, lockString, lockStrings, requireVersion, type StringRow, variablesOf } from "./queries.ts";
import { contentStrings, contentStringVersions, translationProposals } from "./table.ts";

export interface ValueChange {
  value: string;
  /** Unchanged if omitted. */
  category?: string | undefined;
  /** The version of the English text that a translation is made from. Unchanged if omitted. */
  sourceVersion?: number | null;
  action: Extract<AuditAction, "UPDATE" | "RESTORE" | "IMPORT">;
  /** Shown in the history. */
  reason: string | null;
}

/**
 * Changes a locked text, for edits, imports and restores. The value becomes the newest version, and the change is
 * recorded. Throws `invalid` for a value that breaks the rules of spec/content-and-settings 1.4.
 */
export async function changeValue(
  tx: Db,
  actor: Actor,
  string: StringRow,
  { value, category = string.category, sourceVersion = string.sourceVersion, action, reason }: ValueChange,
  now: Date,
): Promise<StringRow> {
  checkValue(string, value);
  const [changed] = await tx
    .update(contentStrings)
    .set({
      currentValue: value,
      foldedValue: foldText(value),
      category,
      sourceVersion,
      version: sql`${contentStrings.version} + 1`,
      lastModified: now,
    })
    .where(eq(contentStrings.id, string.id))
    .returning();
  // a change of only the category would add an identical version
  if (value !== string.currentValue || sourceVersion !== string.sourceVersion || action === "RESTORE")
    await addVersion(tx, actor, changed!, reason, now);
  await recordChange(tx, actor, {
    action,
    ...toAuditResource(changed!),
    description: `${doneBy[action]} ${nameOf(string)}`,
    oldValue: toAuditValue(string),
    newValue: toAuditValue(changed!),
    details: reason ? { change_reason: reason } : null,
  });
  return changed!;
}

const doneBy = { CREATE: "Created", UPDATE: "Changed", RESTORE: "Restored", IMPORT: "Imported" };

/** A text that does not exist yet. */
export type UnsavedString = Pick<
  StringRow,
  "key" | "language" | "category" | "currentValue" | "customVariables" | "sourceVersion"
>;

/** Adds a text or a translation with its first version, and records it. Throws `conflict` for a taken key, `invalid`. */
export async function addString(
  tx: Db,
  actor: Actor,
  unsaved: UnsavedString,
  { action, reason }: { action: Extract<AuditAction, "CREATE" | "IMPORT">; reason: string | null },
  now: Date,
): Promise<StringRow> {
  checkValue(unsaved, unsaved.currentValue);
  const [string] = await tx
    .insert(contentStrings)
    .values({ ...unsaved, foldedValue: foldText(unsaved.currentValue), lastModified: now })
    .returning()
    .catch(throwKeyTaken);
  await addVersion(tx, actor, string!, reason, now);
  await recordChange(tx, actor, {
    action,
    ...toAuditResource(string!),
    description: `${doneBy[action]} ${nameOf(string!)}`,
    newValue: toAuditValue(string!),
    details: reason ? { change_reason: reason } : null,
  });
  return string!;
}

export interface StringEdit {
  value: string;
  category?: string | undefined;
  /** The version that the edit is based on. If omitted, it replaces any version. */
  baseVersion?: number | undefined;
  reason?: string | undefined;
}

/**
 * Changes a text; an edit that changes nothing is not recorded. Throws `not_found`, `stale` when the text is no longer
 * at `baseVersion`, `invalid`, and `forbidden` for another category unless the editor is a super admin.
 */
export function editString(
  db: Db,
  editor: Pick<Viewer, "userId" | "isSuperAdmin">,
  id: number,
  { value, category, baseVersion, reason = "" }: StringEdit,
  now: Date,
): Promise<StringRow> {
  return db.transaction(async (tx) => {
    const string = await lockString(tx, id);
    if (isStale(string, baseVersion)) throw changedMeanwhile(thisText, toContentString(string));
    const movesCategory = category !== undefined && category !== string.category;
    if (movesCategory && !editor.isSuperAdmin) {
      throw new AppError("forbidden", "Only a super admin can change the category of a content string");
    }
    if (value === string.currentValue && !movesCategory) return string;
    return changeValue(tx, editor, string, { value, category, action: "UPDATE", reason: reason || null }, now);
  });
}

/**
 * Changes several texts, all or none, and returns them in the order given. Throws like `editString`; `stale` then
 * contains every text that changed meanwhile, and `invalid` names every wrong value.
 */
export function editStrings(
  db: Db,
  editor: Actor,
  edits: readonly (Pick<StringEdit, "value" | "baseVersion"> & { id: number })[],
  now: Date,
): Promise<StringRow[]> {
  return db.transaction(async (tx) => {
    const locked = await lockStrings(tx, { ids: edits.map(({ id }) => id) });
    const strings = new Map(locked.map((string) => [string.id, string]));
    checkEdits(strings, edits);
    const changed: StringRow[] = [];
    for (const { id, value } of edits) {
      const string = strings.get(id)!;
      const isSame = value === string.currentValue;
      changed.push(
        isSame ? string : await changeValue(tx, editor, string, { value, action: "UPDATE", reason: null }, now),
      );
    }
    return changed;
  });
}

function checkEdits(
  strings: ReadonlyMap<number, StringRow>,
  edits: readonly (Pick<StringEdit, "value" | "baseVersion"> & { id: number })[],
): void {
  const at = (index: number, field: string) => `updates.${index}.${field}`;
  const twice = checkEditedRows({
    ...{ rows: strings, edits, at },
    unknown: "Content string not found",
    what: thisText,
    toCurrent: toContentString,
  });
  const wrong = edits.flatMap(({ id, value }, index) =>
    problemsOf(strings.get(id)!, value).map((msg) => ({ path: at(index, "current_value"), msg })),
  );
  throwProblems([...twice, ...wrong]);
}

/** Restores an earlier value as a new version. Throws `not_found`, and `invalid` when the rules have changed since. */
export function restoreString(db: Db, editor: Actor, id: number, versionId: number, now: Date): Promise<StringRow> {
  return db.transaction(async (tx) => restoreVersion(tx, editor, await lockString(tx, id), versionId, now));
}

/** Restores an earlier value of a locked text or translation, which is then as outdated as it was made. */
export async function restoreVersion(tx: Db, editor: Actor, string: StringRow, versionId: number, now: Date) {
  const { value, sourceVersion, createdAt } = await requireVersion(tx, string.id, versionId);
  const reason = `Restored the version of ${createdAt.toISOString()}`;
  return changeValue(tx, editor, string, { value, sourceVersion, action: "RESTORE", reason }, now);
}

export interface NewString {
  key: string;
  category: string;
  value: string;
  /** The names in braces of the value if omitted. */
  variables?: readonly string[] | undefined;
}

/** Creates a custom text. Throws `conflict` for a taken key, and `invalid`. */
export function createString(db: Db, editor: Actor, created: NewString, now: Date): Promise<StringRow> {
  const { key, category, value, variables = variablesIn(value) } = created;
  const unsaved = {
    key,
    language: sourceLanguage,
    category,
    currentValue: value,
    customVariables: [...variables],
    sourceVersion: null,
  };
  return db.transaction((tx) => addString(tx, editor, unsaved, { action: "CREATE", reason: null }, now));
}

/**
 * Deletes a custom text with its translations and their history. Throws `not_found`, and `conflict` for a text that the
 * code ships.
 */
export function deleteString(db: Db, editor: Actor, id: number): Promise<void> {
  return db.transaction(async (tx) => {
    const string = await lockString(tx, id);
    if (isShipped(string)) {
      throw new AppError("conflict", "This content string ships with the site; removing it requires a code deployment");
    }
    const deleted = await tx.delete(contentStrings).where(eq(contentStrings.key, string.key)).returning();
    await tx.delete(translationProposals).where(eq(translationProposals.key, string.key));
    const translations = deleted.filter(({ language }) => language !== sourceLanguage);
    await recordChange(tx, editor, {
      action: "DELETE",
      ...toAuditResource(string),
      description: `Deleted ${nameOf(string)}`,
      oldValue: {
        ...toAuditValue(string),
        ...(translations.length > 0 && {
          translations: Object.fromEntries(translations.map(({ language, currentValue }) => [language, currentValue])),
        }),
      },
    });
  });
}

export const thisText = "this text";

/** Problems of a value for this text. */
export function problemsOf(
  string: Pick<StringRow, "key" | "language" | "customVariables" | "currentValue">,
  value: string,
): string[] {
  const { required, optional } = variablesOf(string);
  return valueProblems(value, { key: string.key, variables: required, optional });
}

function checkValue(string: Parameters<typeof problemsOf>[0], value: string): void {
  throwProblems(problemsOf(string, value).map((msg) => ({ path: "current_value", msg })));
}

function throwProblems(details: ErrorDetail[]): void {
  if (details[0]) throw new AppError("invalid", details[0].msg, { details });
}

async function addVersion(tx: Db, actor: Actor, string: StringRow, changeReason: string | null, now: Date) {
  await tx.insert(contentStringVersions).values({
    contentStringId: string.id,
    value: string.currentValue,
    sourceVersion: string.sourceVersion,
    createdAt: now,
    createdBy: actor?.userId ?? null,
    changeReason,
  });
}

function toAuditResource({ id, key, category }: StringRow) {
  return {
    resourceType: "content_string",
    resourceKey: key,
    resourceCategory: category,
    resourceId: id,
  } as const;
}

function toAuditValue({ currentValue, category, language, sourceVersion }: StringRow) {
  return {
    current_value: currentValue,
    category,
    ...(language !== sourceLanguage && { language, source_version: sourceVersion }),
  };
}

function nameOf({ key, language }: StringRow): string {
  return language === sourceLanguage ? `the text ${key}` : `the translation of ${key} into ${language}`;
}

function throwKeyTaken(error: unknown): never {
  throwTaken(error, "content_strings_key", { path: "key", msg: "Content string key already exists" });
}
