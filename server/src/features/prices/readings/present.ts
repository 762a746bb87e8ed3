import type { Reading } from "contract/prices/reading-schema.ts";
import { isUndoable, type ListedReading } from "./queries.ts";

export function toReading(reading: ListedReading, now: Date): Reading {
  const { id, kind, source, store, country, origin, state, seen, changed, held, problem, takenBack } = reading;
  return {
    id,
    kind,
    source,
    store,
    country,
    origin,
    started_by: reading.startedByName,
    state,
    begun_at: reading.begunAt.toISOString(),
    ended_at: reading.endedAt?.toISOString() ?? null,
    seen,
    changed,
    held,
    problem,
    undoable: isUndoable(reading, now),
    undone_at: reading.undoneAt?.toISOString() ?? null,
    undone_by: reading.undoneByName,
    taken_back: takenBack,
  };
}
