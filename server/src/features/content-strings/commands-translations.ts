import { AppError } from "contract/core/errors.ts";
import type { Db } from "../../platform/db/connect.ts";
import { changedMeanwhile } from "../../platform/db/versions.ts";
import type { Actor } from "../audit/commands.ts";
import { addString, changeValue, problemsOf, restoreVersion, thisText } from "./commands.ts";
import { type ImportedString, type ImportOptions, type ImportPlan, planImport } from "./commands-import.ts";
import { toTranslation } from "./present.ts";
import { isOutdated, lockTranslations, type TranslationPair, toTarget } from "./queries-translations.ts";

export interface TranslationEdit {
  value: string;
  /** The version that the edit is based on; 0 = it was missing, undefined = whatever it is. */
  baseVersion: number | undefined;
  /** The version of the English text that the translator saw. */
  sourceVersion: number;
  /** Shown in the history. */
  reason?: string | undefined;
}

/**
 * Creates or changes a translation. One that stays the same is recorded only if it was outdated: it is right for the
 * new English text. Throws `not_found`, `invalid`, and `stale` when it or the English text has changed meanwhile.
 */
export function saveTranslation(
  db: Db,
  editor: Actor,
  { language, key }: Pick<TranslationPair, "language" | "key">,
  edit: TranslationEdit,
  now: Date,
): Promise<TranslationPair> {
  return db.transaction(async (tx) => {
    const pair = await lockTranslation(tx, language, key);
    if (isStale(pair, edit)) throw changedMeanwhile(thisText, toTranslation(pair));
    return applyEdit(tx, editor, pair, edit, now);
  });
}

export interface BulkTranslation extends Pick<TranslationEdit, "value" | "baseVersion"> {
  key: string;
  /** Left out: the translation stays as outdated as it is. */
  sourceVersion?: number | undefined;
}

/**
 * Creates or changes several translations, all or none, and returns them in the order given. Throws like
 * `saveTranslation`; `stale` then contains every one that changed meanwhile, and `invalid` names every wrong value.
 */
export function saveTranslations(
  db: Db,
  editor: Actor,
  language: string,
  edits: readonly BulkTranslation[],
  now: Date,
): Promise<TranslationPair[]> {
  return db.transaction(async (tx) => {
    const keys = edits.map(({ key }) => key);
    const pairs = new Map((await lockTranslations(tx, language, keys)).map((pair) => [pair.key, pair]));
    const at = (index: number, field: string) => `updates.${index}.${field}`;
    const missing = edits.flatMap(({ key }, index) =>
      pairs.has(key) ? [] : [{ path: at(index, "key"), msg: noText().message }],
    );
    if (missing.length > 0) throw new AppError("not_found", noText().message, { details: missing });
    const stale = edits
      .map((edit) => ({ edit, pair: pairs.get(edit.key)! }))
      .filter(({ edit, pair }) => isStale(pair, edit));
    if (stale.length > 0)
      throw changedMeanwhile(
        thisText,
        stale.map(({ pair }) => toTranslation(pair)),
      );
    const wrong = edits.flatMap(({ key, value }, index) => [
      ...(keys.indexOf(key) < index ? [{ path: at(index, "key"), msg: "Listed twice" }] : []),
      ...problemsOf(toTarget(pairs.get(key)!), value).map((msg) => ({ path: at(index, "value"), msg })),
    ]);
    if (wrong[0]) throw new AppError("invalid", wrong[0].msg, { details: wrong });
    const saved: TranslationPair[] = [];
    for (const edit of edits) saved.push(await applyEdit(tx, editor, pairs.get(edit.key)!, edit, now));
    return saved;
  });
}

function isStale({ row, source }: TranslationPair, { baseVersion, sourceVersion }: Partial<TranslationEdit>): boolean {
  const isChanged = baseVersion !== undefined && baseVersion !== (row?.version ?? 0);
  return isChanged || (sourceVersion !== undefined && sourceVersion !== source.version);
}

export async function applyEdit(
  tx: Db,
  editor: Actor,
  pair: TranslationPair,
  {
    value,
    sourceVersion,
    reason = null,
  }: Pick<BulkTranslation, "value" | "sourceVersion"> & { reason?: string | null },
  now: Date,
): Promise<TranslationPair> {
  const isConfirmed = sourceVersion !== undefined && isOutdated(pair);
  if (value === pair.row?.currentValue && !isConfirmed) return pair;
  const madeFrom = sourceVersion ?? pair.row?.sourceVersion ?? pair.source.version;
  return setTranslation(tx, editor, pair, { value, sourceVersion: madeFrom, reason, isImport: false }, now);
}

/** Restores an earlier version, as outdated as it was made. Throws `not_found`, and `invalid` like `restoreVersion`. */
export function restoreTranslation(
  db: Db,
  editor: Actor,
  { language, key }: Pick<TranslationPair, "language" | "key">,
  versionId: number,
  now: Date,
): Promise<TranslationPair> {
  return db.transaction(async (tx) => {
    const pair = await lockTranslation(tx, language, key);
    if (!pair.row) throw noText();
    return { ...pair, row: await restoreVersion(tx, editor, pair.row, versionId, now) };
  });
}

export interface ImportedTranslation extends ImportedString {
  /** The English text that it was made from; today's if omitted. */
  source?: string | undefined;
  /** Whether a translator says that it is right, also where it stays the same. */
  isConfirmed?: boolean;
}

/**
 * Imports translations in one transaction, creating missing ones. Those of an English text that has changed since are
 * outdated. Rejected ones are reported and do not stop the others. Throws `not_found` for no such language.
 */
export function importTranslations(
  db: Db,
  editor: Actor,
  language: string,
  file: readonly ImportedTranslation[],
  { dryRun, overwrite }: ImportOptions,
  now: Date,
): Promise<ImportPlan<ReturnType<typeof toTarget>, ImportedTranslation>> {
  return db.transaction(async (tx) => {
    const keys = file.map(({ key }) => key);
    const pairs = new Map((await lockTranslations(tx, language, keys)).map((pair) => [pair.key, pair]));
    const isCurrent = (key: string, source: string | undefined) =>
      source === undefined || source === pairs.get(key)!.source.currentValue;
    const plan = planImport(
      [...pairs.values()].map(toTarget),
      file,
      overwrite,
      ({ key, currentValue }, { value, source, isConfirmed }) =>
        value === currentValue && !(isConfirmed && isCurrent(key, source) && isOutdated(pairs.get(key)!)),
    );
    if (dryRun) return plan;
    for (const { value, item } of plan.changes) {
      const pair = pairs.get(item.key)!;
      const sourceVersion = pair.source.version - (isCurrent(item.key, item.source) ? 0 : 1);
      await setTranslation(tx, editor, pair, { value, sourceVersion, reason: "Import", isImport: true }, now);
    }
    return plan;
  });
}

interface SavedTranslation {
  value: string;
  sourceVersion: number;
  reason: string | null;
  isImport: boolean;
}

/** Creates or changes a locked translation. Throws `invalid`. */
async function setTranslation(
  tx: Db,
  editor: Actor,
  pair: TranslationPair,
  { value, sourceVersion, reason, isImport }: SavedTranslation,
  now: Date,
): Promise<TranslationPair> {
  const { key, language, source } = pair;
  if (pair.row) {
    const change = { value, sourceVersion, action: isImport ? "IMPORT" : "UPDATE", reason } as const;
    return { ...pair, row: await changeValue(tx, editor, pair.row, change, now) };
  }
  const { customVariables } = toTarget(pair);
  const unsaved = { key, language, category: source.category, currentValue: value, customVariables, sourceVersion };
  const row = await addString(tx, editor, unsaved, { action: isImport ? "IMPORT" : "CREATE", reason }, now);
  return { ...pair, row };
}

/** Throws `not_found`. */
export async function lockTranslation(tx: Db, language: string, key: string): Promise<TranslationPair> {
  const [pair] = await lockTranslations(tx, language, [key]);
  if (!pair) throw noText();
  return pair;
}

function noText(): AppError {
  return new AppError("not_found", "Content string not found");
}
