import type { ClientBase } from "pg";
import { jobSchema } from "../jobs/queues.ts";
import { listPartitions, listTables, type Partition, quoted, type Sequence } from "./tables.ts";

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
  for (const partition of partitions) {
    const root = await client.query("select to_regclass($1) is not null as found", [partition.of]);
    if (existing.has(quoted(partition)) || !root.rows[0].found) continue;
    await client.query(`create table ${quoted(partition)} partition of ${partition.of} ${partition.bound}`);
  }
}

/** Sets existing sequences to the backup's values. */
export async function restoreSequences(client: ClientBase, sequences: readonly Sequence[]): Promise<void> {
  for (const sequence of sequences) {
    if (sequence.lastValue === null) continue;
    const name = quoted(sequence);
    const { rows } = await client.query("select to_regclass($1) is not null as found", [name]);
    if (rows[0].found) await client.query("select setval($1::regclass, $2)", [name, sequence.lastValue]);
  }
}
