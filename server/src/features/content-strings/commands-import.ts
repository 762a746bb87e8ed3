import type { Db } from "../../platform/db/connect.ts";
import type { Actor } from "../audit/commands.ts";
import { changeValue, problemsOf } from "./commands.ts";
import { lockStrings, type StringRow } from "./queries.ts";

export interface ImportedString {
  key: string;
  value: string;
}

export interface ImportOptions {
  /** Only report what would change. */
  dryRun: boolean;
  /** Also change edited texts. */
  overwrite: boolean;
}

/** A text, or a translation that may be missing, as an import compares it. */
export type ImportTarget = Pick<StringRow, "key" | "language" | "customVariables" | "currentValue" | "lastModified">;

/** What an import changes, or would change. */
export interface ImportPlan<Target = StringRow, Item = ImportedString> {
  changes: { string: Target; value: string; item: Item }[];
  unchanged: number;
  rejected: { key: string; msg: string }[];
}

/**
 * Imports the values of existing texts in one transaction. Rejected ones are reported and do not stop the others
 * (spec/content-and-settings 1.7).
 */
export function importStrings(
  db: Db,
  editor: Actor,
  file: readonly ImportedString[],
  { dryRun, overwrite }: ImportOptions,
  now: Date,
): Promise<ImportPlan> {
  return db.transaction(async (tx) => {
    const strings = await lockStrings(tx, { keys: file.map(({ key }) => key) });
    const plan = planImport(strings, file, overwrite);
    if (dryRun) return plan;
    for (const { string, value } of plan.changes) {
      await changeValue(tx, editor, string, { value, action: "IMPORT", reason: "Import" }, now);
    }
    return plan;
  });
}

export function planImport<Target extends ImportTarget, Item extends ImportedString>(
  strings: readonly Target[],
  file: readonly Item[],
  overwrite: boolean,
  isSame = (string: Target, { value }: Item) => value === string.currentValue,
): ImportPlan<Target, Item> {
  const byKey = new Map(strings.map((string) => [string.key, string]));
  const lastPlace = new Map(file.map(({ key }, place) => [key, place]));
  const plan: ImportPlan<Target, Item> = { changes: [], unchanged: 0, rejected: [] };
  for (const [place, item] of file.entries()) {
    const { key, value } = item;
    const string = byKey.get(key);
    const problem = rejectionReason(string, value, place < lastPlace.get(key)!);
    if (!string || problem) plan.rejected.push({ key, msg: problem });
    else if (isSame(string, item) || (isEdited(string) && !overwrite)) plan.unchanged += 1;
    else plan.changes.push({ string, value, item });
  }
  return plan;
}

function rejectionReason(string: ImportTarget | undefined, value: string, isRepeated: boolean): string {
  if (!string) return "Unknown key: adding strings requires a code deployment";
  if (isRepeated) return "Comes again further down, where it counts";
  return problemsOf(string, value).join(", ");
}

function isEdited({ lastModified }: ImportTarget): boolean {
  return lastModified !== null;
}
