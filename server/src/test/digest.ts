import type { Pool } from "pg";
import { listSequences, listTables, quoted } from "../platform/backup/tables.ts";

/** The content of a database in a form that can be compared. */
export interface DatabaseDigest {
  /** By table: the number of rows and the sum of their hashes. */
  tables: Record<string, string>;
  sequences: Record<string, string | null>;
  /** Columns, constraints, indexes and triggers in SQL. */
  schema: string[];
}

/** pg-boss creates a partition per day, so midnight may change the schema. */
const dailyPartition = /\bqueue_stats_\d{8}/;

export async function digestOf(pool: Pool): Promise<DatabaseDigest> {
  const client = await pool.connect();
  try {
    const tables: Record<string, string> = {};
    for (const table of await listTables(client)) {
      const { rows } = await client.query(`
        select count(*) || ' rows, ' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) as digest
        from ${quoted(table)} t`);
      tables[quoted(table)] = rows[0].digest;
    }
    const sequences = await listSequences(client);
    const { rows } = await client.query<{ part: string }>(`
      with c as (select c.oid, n.nspname || '.' || c.relname as name from pg_class c
        join pg_namespace n on n.oid = c.relnamespace where n.nspname !~ '^pg_' and n.nspname <> 'information_schema')
      select c.name || ' ' || attname || ' ' || format_type(atttypid, atttypmod) || attnotnull as part
        from pg_attribute a join c on c.oid = a.attrelid where attnum > 0 and not attisdropped
      union all select c.name || ' ' || r.conname || ' ' || pg_get_constraintdef(r.oid)
        from pg_constraint r join c on c.oid = r.conrelid
      union all select c.name || ' ' || pg_get_indexdef(i.indexrelid) from pg_index i join c on c.oid = i.indrelid
      union all select c.name || ' ' || t.tgenabled::text || ' ' || pg_get_triggerdef(t.oid)
        from pg_trigger t join c on c.oid = t.tgrelid where not t.tgisinternal
      order by 1`);
    return {
      tables,
      sequences: Object.fromEntries(sequences.map((sequence) => [quoted(sequence), sequence.lastValue])),
      schema: rows.map(({ part }) => part).filter((part) => !dailyPartition.test(part)),
    };
  } finally {
    client.release();
  }
}
