import type { ClientBase } from "pg";
import { jobSchema } from "../jobs/queues.ts";
import { StartError } from "../process/start-error.ts";
import { isOurs, listPartitions, listTables, type Partition, quoted, type Sequence } from "./tables.ts";

/** Whether the database has no tables except those of a job queue without jobs. */
export async function isEmptyDatabase(client: ClientBase): Promise<boolean> {
  const tables = await listTables(client);
  if (tables.some(({ schema }) => schema !== jobSchema)) return false;
  const jobs = tables.find(({ name }) => name === "job");
  return !jobs || (await client.query(`select from ${quoted(jobs)} limit 1`)).rowCount === 0;
}

/**
 * Creates the missing partitions of existing tables: the site creates them over time, not by migrations.
 */
export async function createPartitions(client: ClientBase, partitions: readonly Partition[]): Promise<void> {
  const existing = new Set((await listPartitions(client)).map(quoted));
  const roots = await listRoots(client);
  for (const partition of partitions) {
    const root = roots.get(partition.of);
    if (!root || existing.has(quoted(partition))) continue;
    if (partition.schema !== root.schema) {
      throw new StartError(`The backup has a partition of ${partition.of} in another schema; use another backup`);
    }
    // the bound has one of the forms that a manifest may have
    await client.query(`create table ${quoted(partition)} partition of ${quoted(root)} ${partition.bound}`);
  }
}

/** The partitioned tables by the names that PostgreSQL writes. */
async function listRoots(client: ClientBase): Promise<Map<string, { schema: string; name: string }>> {
  const { rows } = await client.query<{ of: string; schema: string; name: string }>(`
    select format('%I.%I', n.nspname, c.relname) as "of", n.nspname as schema, c.relname as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'p' and not c.relispartition and ${isOurs}`);
  return new Map(rows.map(({ of, ...root }) => [of, root]));
}

/** Sets existing sequences to the backup's values. */
export async function restoreSequences(client: ClientBase, sequences: readonly Sequence[]): Promise<void> {
  for (const sequence of sequences) {
    if (sequence.lastValue === null) continue;
    const { schema, name, lastValue } = sequence;
    await client.query(
      `select setval(format('%I.%I', schemaname, sequencename)::regclass, $3::bigint)
      from pg_sequences where schemaname = $1 and sequencename = $2`,
      [schema, name, lastValue],
    );
  }
}
