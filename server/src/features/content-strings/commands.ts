import type { AuditAction } from "contract/audit/rules.ts";
import { valueProblems } from "contract/content-strings/rules.ts";
import { variablesIn } from "contract/content-strings/variables.ts";
import { AppError, type ErrorDetail } from "contract/core/errors.ts";
import { foldText } from "contract/core/text.ts";
import { eq, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/connect.ts";
import { brokenUniqueRule } from "../../platform/db/errors.ts";
import type { Viewer } from "../../platform/http/security/viewer.ts";
import { type Actor, recordChange } from "../audit/commands.ts";
import { toContentString } from "./present.ts";
import { isShipped, lockString, lockStrings, requireVersion, type StringRow, variablesOf } from "./queries.ts";
import { contentStrings, contentStringVersions } from "./table.ts";

export interface ValueChange {
  value: string;
  /** Unchanged if omitted. */
  category?: string | undefined;
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
  { value, category = string.category, action, reason }: ValueChange,
  now: Date,
): Promise<StringRow> {
  checkValue(string, value);
  const [changed] = await tx
    .update(contentStrings)
    .set({
      currentValue: value,
      foldedValue: foldText(value),
      category,
      version: sql`${contentStrings.version} + 1`,
      lastModified: now,
    })
    .where(eq(contentStrings.id, string.id))
    .returning();
  // a change of only the category would add an identical version
  if (value !== string.currentValue || action === "RESTORE") await addVersion(tx, actor, changed!, reason, now);
  await recordChange(tx, actor, {
    action,
    ...toAuditResource(changed!),
    description: `${doneBy[action]} the text ${string.key}`,
    oldValue: toAuditValue(string),
    newValue: toAuditValue(changed!),
    details: reason ? { change_reason: reason } : null,
  });
  return changed!;
}

const doneBy = { UPDATE: "Changed", RESTORE: "Restored", IMPORT: "Imported" };

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
    if (isStale(string, baseVersion))
      throw new AppError("stale", changedMeanwhile, { current: toContentString(string) });
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
  const missing = edits.flatMap(({ id }, index) =>
    strings.has(id) ? [] : [{ path: at(index, "id"), msg: "Content string not found" }],
  );
  if (missing[0]) throw new AppError("not_found", missing[0].msg, { details: missing });
  const stale = edits.flatMap(({ id, baseVersion }) => {
    const string = strings.get(id)!;
    return isStale(string, baseVersion) ? [toContentString(string)] : [];
  });
  if (stale.length > 0) throw new AppError("stale", changedMeanwhile, { current: stale });
  const twice = edits.flatMap(({ id }, index) =>
    edits.findIndex((other) => other.id === id) < index ? [{ path: at(index, "id"), msg: "Listed twice" }] : [],
  );
  const wrong = edits.flatMap(({ id, value }, index) =>
    problemsOf(strings.get(id)!, value).map((msg) => ({ path: at(index, "current_value"), msg })),
  );
  throwProblems([...twice, ...wrong]);
}

/** Restores an earlier value as a new version. Throws `not_found`, and `invalid` when the rules have changed since. */
export function restoreVersion(db: Db, editor: Actor, id: number, versionId: number, now: Date): Promise<StringRow> {
  return db.transaction(async (tx) => {
    const string = await lockString(tx, id);
    const { value, createdAt } = await requireVersion(tx, id, versionId);
    const reason = `Restored the version of ${createdAt.toISOString()}`;
    return changeValue(tx, editor, string, { value, action: "RESTORE", reason }, now);
  });
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
  const row = { key, category, currentValue: value, foldedValue: foldText(value), customVariables: [...variables] };
  return db.transaction(async (tx) => {
    checkValue(row, value);
    const [string] = await tx
      .insert(contentStrings)
      .values({ ...row, lastModified: now })
      .returning()
      .catch(throwKeyTaken);
    await addVersion(tx, editor, string!, null, now);
    await recordChange(tx, editor, {
      action: "CREATE",
      ...toAuditResource(string!),
      description: `Created the text ${key}`,
      newValue: toAuditValue(string!),
    });
    return string!;
  });
}

/** Deletes a custom text with its history. Throws `not_found`, and `conflict` for a text that the code ships. */
export function deleteString(db: Db, editor: Actor, id: number): Promise<void> {
  return db.transaction(async (tx) => {
    const string = await lockString(tx, id);
    if (isShipped(string)) {
      throw new AppError("conflict", "This content string ships with the site; removing it requires a code deployment");
    }
    await tx.delete(contentStrings).where(eq(contentStrings.id, id));
    await recordChange(tx, editor, {
      action: "DELETE",
      ...toAuditResource(string),
      description: `Deleted the text ${string.key}`,
      oldValue: toAuditValue(string),
    });
  });
}

const changedMeanwhile = "Someone else changed this text meanwhile";

function isStale(string: StringRow, baseVersion: number | undefined): boolean {
  return baseVersion !== undefined && baseVersion !== string.version;
}

/** Problems of a value for this text. */
export function problemsOf(
  string: Pick<StringRow, "key" | "customVariables" | "currentValue">,
  value: string,
): string[] {
  return valueProblems(value, { key: string.key, variables: variablesOf(string) });
}

function checkValue(string: Pick<StringRow, "key" | "customVariables" | "currentValue">, value: string): void {
  throwProblems(problemsOf(string, value).map((msg) => ({ path: "current_value", msg })));
}

function throwProblems(details: ErrorDetail[]): void {
  if (details[0]) throw new AppError("invalid", details[0].msg, { details });
}

async function addVersion(tx: Db, actor: Actor, string: StringRow, changeReason: string | null, now: Date) {
  await tx.insert(contentStringVersions).values({
    contentStringId: string.id,
    value: string.currentValue,
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

function toAuditValue({ currentValue, category }: StringRow) {
  return { current_value: currentValue, category };
}

function throwKeyTaken(error: unknown): never {
  if (brokenUniqueRule(error) !== "content_strings_key") throw error;
  const msg = "Content string key already exists";
  throw new AppError("conflict", msg, { details: [{ path: "key", msg }] });
}
