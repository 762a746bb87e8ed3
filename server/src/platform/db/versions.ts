import { AppError, type ErrorDetail } from "contract/core/errors.ts";

/** Whether someone has saved the row since the editor read it. An edit that names no version overwrites any. */
export function isStale({ version }: { version: number }, baseVersion: number | undefined): boolean {
  return baseVersion !== undefined && baseVersion !== version;
}

/** The conflict of an edit; the editor gets the current state to choose between both. */
export function changedMeanwhile(what: string, current: unknown): AppError {
  return new AppError("stale", `Someone else changed ${what} meanwhile`, { current });
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
