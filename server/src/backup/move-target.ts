import type { ClientBase } from "pg";
import { moveSchema } from "../db/hold.ts";
import { createSchemaOf, holdingMigrationLock, listKnownMigrations } from "../db/migrate.ts";
import { installJobs } from "../jobs/install.ts";
import { StartError } from "../start-error.ts";
import { addRule, dropRule, listRules, type Rule, ruleKinds, switchTriggers } from "./rules.ts";
import { listPartitions, listTables, type Partition, quoted, type Sequence, type Table } from "./tables.ts";
import { createPartitions, isEmptyDatabase, restoreSequences } from "./target.ts";

/**
 * Makes the schema in an empty database, or finds what an earlier, unfinished move from the same `source` left. What is
 * still to be done is kept in the database itself, in the transaction of what is done: it can break off anywhere.
 * Throws StartError when the database is neither.
 */
export async function prepareTarget(client: ClientBase, source: string): Promise<void> {
  const migrations = listKnownMigrations().length;
  const begun = await findBegun(client);
  if (begun) return requireSame(begun, { source, migrations });
  if (!(await isEmptyDatabase(client))) {
    throw new StartError("The target is not empty: name a new, empty database");
  }
  await holdingMigrationLock(client, async () => {
    // It commits what it does; a queue without jobs counts as empty, should the rest fail.
    await installJobs({ executeSql: (text, values) => client.query(text, values) });
    await inTransaction(client, async () => {
      await client.query(`create schema ${moveSchema}`);
      await client.query(`create table ${moveSchema}.begun (source text not null, migrations integer not null)`);
      await client.query(`insert into ${moveSchema}.begun values ($1, $2)`, [source, migrations]);
      await client.query(`create table ${moveSchema}.rules (
        id serial primary key, kind text not null, "table" text not null, name text not null, definition text not null)`);
      await createSchemaOf(client, migrations);
    });
  });
}

interface Begun {
  source: string;
  migrations: number;
}

async function findBegun(client: ClientBase): Promise<Begun | null> {
  const found = await client.query("select to_regclass($1) is not null as found", [`${moveSchema}.begun`]);
  if (!found.rows[0].found) return null;
  return (await client.query<Begun>(`select source, migrations from ${moveSchema}.begun`)).rows[0] ?? null;
}

function requireSame(begun: Begun, { source, migrations }: Begun): void {
  if (begun.source !== source) {
    throw new StartError("The target is an unfinished copy of another database: name a new, empty one");
  }
  if (begun.migrations !== migrations) {
    throw new StartError(
      "Another version of the site began this copy: go on with that one, or name a new, empty database",
    );
  }
}

/** Makes the parts that only the source has. The rest of such a table may hold their rows by now, and is emptied. */
export async function completePartitions(client: ClientBase, wanted: readonly Partition[]): Promise<void> {
  const existing = await listPartitions(client);
  const names = new Set(existing.map(quoted));
  const growing = new Set(wanted.filter((partition) => !names.has(quoted(partition))).map((partition) => partition.of));
  const rests = existing.filter((partition) => partition.bound === "DEFAULT" && growing.has(partition.of));
  await inTransaction(client, async () => {
    for (const rest of rests) await client.query(`truncate ${quoted(rest)}`);
    await createPartitions(client, wanted);
  });
}

/** Until `finishTarget` rows come as they were, in any order: no trigger, rule or index of these tables minds. */
export async function suspendRules(client: ClientBase, tables: readonly Table[]): Promise<void> {
  const rules = (await listRules(client)).filter(({ table }) => !table.startsWith(`${moveSchema}.`));
  await inTransaction(client, async () => {
    for (const rule of rules.toReversed()) {
      await dropRule(client, rule);
      await client.query(`insert into ${moveSchema}.rules (kind, "table", name, definition) values ($1, $2, $3, $4)`, [
        rule.kind,
        rule.table,
        rule.name,
        rule.definition,
      ]);
    }
    await switchTriggers(client, tables, "disable");
  });
}

/** Makes every suspended rule again, which checks all rows, lets sequences go on from `sequences`, and forgets the move. */
export async function finishTarget(
  client: ClientBase,
  sequences: readonly Sequence[],
  check: () => Promise<void>,
): Promise<void> {
  await client.query("set maintenance_work_mem = '256MB'");
  const { rows } = await client.query<Rule & { id: number }>(`select * from ${moveSchema}.rules`);
  for (const kind of ruleKinds) {
    for (const rule of rows.filter((one) => one.kind === kind)) {
      await inTransaction(client, async () => {
        await addRule(client, rule);
        await client.query(`delete from ${moveSchema}.rules where id = $1`, [rule.id]);
      });
    }
  }
  await client.query("analyze");
  await check();
  await inTransaction(client, async () => {
    const tables = (await listTables(client)).filter(({ schema }) => schema !== moveSchema);
    await switchTriggers(client, tables, "enable");
    await restoreSequences(client, sequences);
    await client.query(`drop schema ${moveSchema} cascade`);
  });
}

async function inTransaction(client: ClientBase, work: () => Promise<void>): Promise<void> {
  await client.query("begin");
  try {
    await work();
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => {});
    throw error;
  }
}
