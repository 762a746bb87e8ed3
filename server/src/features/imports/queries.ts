import { AppError } from "contract/core/errors.ts";
import type { ImportKind } from "contract/imports/rules.ts";
import type { Db } from "../../platform/db/connect.ts";
import { alias, and, count, desc, eq, getTableColumns } from "../../platform/db/drizzle.ts";
import type { ReadingRow } from "../prices/readings/queries.ts";
import { readings } from "../prices/readings/table.ts";
import { users } from "../users/table.ts";
import { fileImports, type GamesReading } from "./table.ts";

export type ImportRow = typeof fileImports.$inferSelect;
/** With the reading of its prices, which people may have undone or applied since. */
export type ListedImport = ImportRow & {
  username: string | null;
  reading: Pick<ReadingRow, "id" | "state" | "undoneAt"> | null;
  undoneByName: string | null;
};

/** Whether a catalogue file is read with its prices; those checked by an earlier version are. */
export function bringsPrices({ kind, options }: Pick<ImportRow, "kind" | "options">): boolean {
  return kind === "games" && (options as GamesReading | null)?.prices !== false;
}

export async function listImports(
  db: Db,
  kind: ImportKind,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ imports: ListedImport[]; total: number }> {
  const imports = await selectImports(db)
    .where(eq(fileImports.kind, kind))
    .orderBy(desc(fileImports.id))
    .limit(limit)
    .offset(offset);
  const [counted] = await db.select({ total: count() }).from(fileImports).where(eq(fileImports.kind, kind));
  return { imports: imports.map(withReading), total: counted!.total };
}

/** Throws `not_found`. */
export async function requireImport(db: Db, kind: ImportKind, id: number): Promise<ListedImport> {
  const [found] = await selectImports(db).where(and(eq(fileImports.kind, kind), eq(fileImports.id, id)));
  if (!found) throw new AppError("not_found", "There is no such import");
  return withReading(found);
}

/** The prices of an import can also be undone, or applied after they were held, as a reading. */
function withReading(row: ListedImport): ListedImport {
  const { kind, state, reading } = row;
  if (kind !== "prices" || !(state === "failed" || state === "done")) return row;
  if (reading?.state === "undone") return { ...row, state: "undone", problem: null };
  return state === "failed" && reading?.state === "applied"
    ? { ...row, state: "done", problem: null, undoable: true }
    : row;
}

const undoers = alias(users, "undoers");

function selectImports(db: Db) {
  return db
    .select({
      ...getTableColumns(fileImports),
      username: users.username,
      reading: { id: readings.id, state: readings.state, undoneAt: readings.undoneAt },
      undoneByName: undoers.username,
    })
    .from(fileImports)
    .leftJoin(users, eq(users.id, fileImports.createdBy))
    .leftJoin(readings, eq(readings.id, fileImports.readingId))
    .leftJoin(undoers, eq(undoers.id, readings.undoneBy));
}
