import type { ClientBase } from "pg";
import { listTables, quoted } from "./tables.ts";

/** What a move would copy of a table, with its parts. */
export interface Planned {
  table: string;
  rows: number;
  /** On the disk, with indexes. */
  bytes: number;
}

/** Every table that is not empty, the largest first. Counts each, which takes seconds for many millions of rows. */
export async function planMove(client: ClientBase): Promise<Planned[]> {
  const planned: Planned[] = [];
  for (const table of await listTables(client)) {
    const { rows } = await client.query<Omit<Planned, "table">>(
      `select (select count(*) from ${quoted(table)})::float8 as rows,
        coalesce((select sum(pg_total_relation_size(relid)) from pg_partition_tree($1::regclass)),
          pg_total_relation_size($1::regclass))::float8 as bytes`,
      [quoted(table)],
    );
    if (rows[0]?.rows) planned.push({ table: `${table.schema}.${table.name}`, ...rows[0] });
  }
  return planned.sort((a, b) => b.bytes - a.bytes);
}
