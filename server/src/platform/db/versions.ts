import { isDeepStrictEqual } from "node:util";
import { AppError, type ErrorDetail } from "contract/core/errors.ts";

/** Whether someone has saved the row since the editor read it. An edit that names no version overwrites any. */
export function isStale({ version }: { version: number }, baseVersion: number | undefined): boolean {
  return baseVersion !== undefined && baseVersion !== version;
}

/** The conflict of an edit; the editor gets the current state to choose between both. */
export function changedMeanwhile(what: string, current: unknown): AppError {
  return new AppError("stale", `Someone else changed ${what} meanwhile`, { current });
}

/** An edit of some fields; those that are left out or `undefined` stay. */
export type FieldsEdit<Fields> = { [Name in keyof Fields]?: Fields[Name] | undefined };

/** The fields that an edit changes, with their new values. */
export function changedFields<Fields extends object>(
  before: Fields,
  edit: FieldsEdit<NoInfer<Fields>>,
): Partial<Fields> {
  const changed = Object.entries(edit).filter(
    ([name, value]) => value !== undefined && !isDeepStrictEqual(value, before[name as keyof Fields]),
  );
  return Object.fromEntries(changed) as Partial<Fields>;
}

/** The values of a row for the fields that another object has. */
export function pickFields<Row extends object>(row: Row, like: Partial<Record<keyof Row, unknown>>): Partial<Row> {
  return Object.fromEntries((Object.keys(like) as (keyof Row)[]).map((name) => [name, row[name]])) as Partial<Row>;
}

interface EditedRows<Row> {
  rows: ReadonlyMap<number, Row>;
  edits: readonly { id: number; baseVersion?: number | undefined }[];
  /** The path of an edit's field in the request. */
  at: (index: number, field: string) => string;
  unknown: string;
  what: string;
  toCurrent: (row: Row) => unknown;
}

/**
 * Checks edits of several rows that are saved together: throws `not_found`, which names every unknown row, or `stale`
 * with every row that changed meanwhile. Returns the problems of rows that are edited twice.
 */
export function checkEditedRows<Row extends { version: number }>({
  rows,
  edits,
  at,
  unknown,
  what,
  toCurrent,
}: EditedRows<Row>): ErrorDetail[] {
  const missing = edits.flatMap(({ id }, index) => (rows.has(id) ? [] : [{ path: at(index, "id"), msg: unknown }]));
  if (missing[0]) throw new AppError("not_found", unknown, { details: missing });
  const stale = edits.map(({ id, baseVersion }) => ({ row: rows.get(id)!, baseVersion }));
  const current = stale.filter(({ row, baseVersion }) => isStale(row, baseVersion)).map(({ row }) => toCurrent(row));
  if (current.length > 0) throw changedMeanwhile(what, current);
  return edits.flatMap(({ id }, index) =>
    edits.findIndex((other) => other.id === id) < index ? [{ path: at(index, "id"), msg: "Listed twice" }] : [],
  );
}
