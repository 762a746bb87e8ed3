import type { Db } from "../../../platform/db/connect.ts";
import { type SQL, sql } from "../../../platform/db/drizzle.ts";
import type { SavedRow } from "../table.ts";

/** The tables whose rows a merge saves unchanged. */
export type SavedTable =
  | "games"
  | "game_facts"
  | "game_versions"
  | "game_clicks"
  | "offers"
  | "price_history"
  | "game_prices"
  | "voided_records"
  | "price_overrides"
  | "price_reports"
  | "subscription_memberships";

/** The rows as JSON, in no order. */
export async function readRows(tx: Db, table: SavedTable, where: SQL): Promise<SavedRow[]> {
  const { rows } = await tx.execute<{ saved: SavedRow[] }>(sql`
    select coalesce(json_agg(to_json(saved)), '[]') as saved
    from (select * from ${sql.identifier(table)} where ${where}) saved
  `);
  return rows[0]!.saved;
}

/** Writes rows that `readRows` has read. Columns added since get their default. */
export async function restoreRows(tx: Db, table: SavedTable | "list_items" | "gift_marks", rows: readonly SavedRow[]) {
  if (rows.length === 0) return;
  const { rows: present } = await tx.execute<{ name: string }>(sql`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
  `);
  const columns = sql.join(
    present.filter(({ name }) => name in rows[0]!).map(({ name }) => sql.identifier(name)),
    sql`, `,
  );
  await tx.execute(sql`
    insert into ${sql.identifier(table)} (${columns}) overriding system value
    select ${columns} from json_populate_recordset(null::${sql.identifier(table)}, ${JSON.stringify(rows)})
  `);
}

/** The rows without the ids of deleted users. */
export async function withoutDeletedUsers(tx: Db, rows: readonly SavedRow[], column: string): Promise<SavedRow[]> {
  const named = [...new Set(rows.flatMap((row) => (row[column] as number | null) ?? []))];
  const { rows: users } = await tx.execute<{ id: number }>(sql`
    select id from users where id = any(${sql.param(named)}::integer[]) for key share
  `);
  const existing = new Set<unknown>(users.map(({ id }) => id));
  return rows.map((row) => (existing.has(row[column]) ? row : { ...row, [column]: null }));
}
