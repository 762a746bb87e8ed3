import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/connect.ts";

/** An undo under way. */
export interface Undo {
  importId: number;
  /** What the import changed bears this time. */
  appliedAt: Date;
  now: Date;
}

/** Makes the table of what an undo leaves as it is. */
export async function openLeftOver(tx: Db): Promise<void> {
  await tx.execute(sql`
    create temporary table left_over (game_id integer not null, what text not null) on commit drop
  `);
}

/** Notes rows of game id and what stays of it. */
export async function noteLeft(tx: Db, rows: SQL): Promise<void> {
  await tx.execute(sql`insert into left_over (game_id, what) ${rows}`);
}
