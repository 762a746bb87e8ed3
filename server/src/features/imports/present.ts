import type { FileImport } from "contract/imports/schema.ts";
import type { ListedImport } from "./queries.ts";

export function toFileImport(row: ListedImport): FileImport {
  const { id, kind, name, size, received, state, options, progress, problem, summary, undoable, undo, reading } = row;
  return {
    id,
    kind,
    name,
    size,
    received,
    state,
    options,
    progress,
    problem,
    summary,
    rejected_rows: row.rejectedRows,
    undoable: undoable && state === "done",
    undo,
    uploaded_by: row.username,
    created_at: row.createdAt.toISOString(),
    applied_at: row.appliedAt?.toISOString() ?? null,
    undone_at: (row.undoneAt ?? reading?.undoneAt)?.toISOString() ?? null,
    undone_by: row.undoneByName,
    reading: reading && { id: reading.id, state: reading.state },
  };
}
