import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/connect.ts";

/** A running undo. */
export interface Undo {
  importId: number;
  /** The reading that its prices were; `null` = none, or it is deleted. */
  readingId: number | null;
  now: Date;
}

/** Creates the table of what an undo leaves unchanged. */
export async function createLeftOver(tx: Db): Promise<void> {
  await tx.execute(sql`
    create temporary table left_over (game_id integer not null, what text not null) on commit drop
  `);
}

/** Records rows of a game's id and what the undo leaves of it. */
export async function recordLeftOver(tx: Db, rows: SQL): Promise<void> {
  await tx.execute(sql`insert into left_over (game_id, what) ${rows}`);
}
