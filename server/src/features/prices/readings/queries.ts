import { AppError } from "contract/core/errors.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { alias, and, count, desc, eq, getTableColumns } from "../../../platform/db/drizzle.ts";
import { users } from "../../users/table.ts";
import { readings } from "./table.ts";

export type ReadingRow = typeof readings.$inferSelect;
export type ListedReading = ReadingRow & { startedByName: string | null; undoneByName: string | null };

/** Afterwards a reading can no longer be undone. */
export const readingDays = 30;

/** Whether a reading can be undone at that time. */
export function isUndoable({ state, endedAt }: Pick<ReadingRow, "state" | "endedAt">, now: Date): boolean {
  const isOver = state === "applied" || state === "held" || state === "failed";
  return isOver && endedAt !== null && now.getTime() - endedAt.getTime() < readingDays * 86_400_000;
}

const undoers = alias(users, "undoers");

function selectReadings(db: Db) {
  return db
    .select({ ...getTableColumns(readings), startedByName: users.username, undoneByName: undoers.username })
    .from(readings)
    .leftJoin(users, eq(users.id, readings.startedBy))
    .leftJoin(undoers, eq(undoers.id, readings.undoneBy));
}

interface ReadingsFilter {
  source?: string | undefined;
  state?: ReadingRow["state"] | undefined;
  offset?: number;
  limit: number;
}

/** The readings, of one source or in one state if given, the latest first. */
export async function listReadings(
  db: Db,
  { source, state, offset = 0, limit }: ReadingsFilter,
): Promise<{ readings: ListedReading[]; total: number }> {
  const which = and(
    source === undefined ? undefined : eq(readings.source, source),
    state === undefined ? undefined : eq(readings.state, state),
  );
  const [counted] = await db.select({ total: count() }).from(readings).where(which);
  const listed = await selectReadings(db).where(which).orderBy(desc(readings.id)).limit(limit).offset(offset);
  return { readings: listed, total: counted!.total };
}

/** Throws `not_found`. `forUpdate` locks it until the transaction ends. */
export async function requireReading(db: Db, id: number, { forUpdate = false } = {}): Promise<ListedReading> {
  if (forUpdate) await db.select({ id: readings.id }).from(readings).where(eq(readings.id, id)).for("update");
  const [reading] = await selectReadings(db).where(eq(readings.id, id));
  if (!reading) throw new AppError("not_found", `There is no reading ${id}`);
  return reading;
}

/** The reading of a poll; `null` for a poll that reads no offers. */
export async function findReadingOfPoll(db: Db, pollId: number): Promise<number | null> {
  const [reading] = await db.select({ id: readings.id }).from(readings).where(eq(readings.pollId, pollId));
  return reading?.id ?? null;
}
