import type { Db } from "../../../platform/db/connect.ts";
import { sql } from "../../../platform/db/drizzle.ts";
import type { MergeSnapshot, SavedRow } from "../table.ts";
import type { MergedPair } from "./commands-pairs.ts";
import { readRows, restoreRows, withoutDeletedUsers } from "./commands-rows.ts";

export type RecordSnapshot = Pick<MergeSnapshot, "versions" | "clicks" | "reports" | "movedReports">;

/** Adds up clicks and moves open reports. Versions and settled reports are only saved for an undo. */
export async function mergeRecords(tx: Db, { id, intoId }: MergedPair): Promise<RecordSnapshot> {
  const own = sql`game_id = ${id}`;
  await tx.execute(sql`
    insert into game_clicks (day, game_id, clicks)
    select day, ${intoId}, clicks from game_clicks where game_id = ${id} order by day
    on conflict (day, game_id) do update set clicks = game_clicks.clicks + excluded.clicks
  `);
  const { rows: moved } = await tx.execute<{ id: number }>(sql`
    update price_reports set game_id = ${intoId} where game_id = ${id} and settled_at is null
    returning submission_id as id
  `);
  return {
    versions: await readRows(tx, "game_versions", own),
    clicks: await readRows(tx, "game_clicks", own),
    reports: await readRows(tx, "price_reports", own),
    movedReports: moved.map((report) => report.id),
  };
}

/** Must run after the game was restored. */
export async function unmergeRecords(tx: Db, { id, intoId }: MergedPair, snapshot: RecordSnapshot): Promise<void> {
  await restoreRows(tx, "game_versions", await withoutDeletedUsers(tx, snapshot.versions, "created_by"));
  await unmergeClicks(tx, intoId, snapshot.clicks);
  await tx.execute(sql`
    update price_reports set game_id = ${id}
    where submission_id = any(${sql.param(snapshot.movedReports)}::integer[]) and game_id = ${intoId}
  `);
  const { rows: messages } = await tx.execute<{ id: number }>(sql`
    select id from contact_submissions
    where id = any(${sql.param(snapshot.reports.map((report) => report.submission_id))}::integer[])
  `);
  const isThere = new Set<unknown>(messages.map((message) => message.id));
  const reports = snapshot.reports.filter((report) => isThere.has(report.submission_id));
  await restoreRows(tx, "price_reports", reports);
}

/** Subtracts the clicks from the other game, for days that are still retained. */
async function unmergeClicks(tx: Db, intoId: number, clicks: readonly SavedRow[]): Promise<void> {
  const { rows } = await tx.execute<{ day: string }>(sql`
    update game_clicks set clicks = game_clicks.clicks - moved.clicks
    from json_populate_recordset(null::game_clicks, ${JSON.stringify(clicks)}) moved
    where game_clicks.game_id = ${intoId} and game_clicks.day = moved.day
    returning game_clicks.day::text as day
  `);
  await tx.execute(sql`delete from game_clicks where game_id = ${intoId} and clicks <= 0`);
  const retained = new Set<unknown>(rows.map(({ day }) => day));
  const back = clicks.filter(({ day }) => retained.has(day));
  await restoreRows(tx, "game_clicks", back);
}
