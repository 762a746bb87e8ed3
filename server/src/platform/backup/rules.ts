import type { ClientBase } from "pg";
import { isOurs, quoted, quotedName, type Table } from "./tables.ts";

/** A constraint or an index of a table, with its definition. */
export interface Rule {
  kind: "key" | "index" | "reference";
  table: string;
  /** Of an index: with its schema, where needed. */
  name: string;
  definition: string;
}

/** The order of creation: references need indexes. */
export const ruleKinds: readonly Rule["kind"][] = ["key", "index", "reference"];

/** Keys (of partitions: those of their root), indexes without a constraint on unpartitioned tables, and references. */
export async function listRules(client: ClientBase): Promise<Rule[]> {
  const { rows } = await client.query<Rule>(`
    select case r.contype when 'f' then 'reference' else 'key' end as kind,
      format('%I.%I', n.nspname, c.relname) as "table",
      r.conname as name, pg_get_constraintdef(r.oid) as definition
    from pg_constraint r join pg_class c on c.oid = r.conrelid join pg_namespace n on n.oid = c.relnamespace
    where (r.contype = 'f' or r.contype in ('p', 'u', 'x') and not c.relispartition)
      and r.conparentid = 0 and ${isOurs}
    union all
    select 'index', format('%I.%I', n.nspname, c.relname), i.indexrelid::regclass::text, pg_get_indexdef(i.indexrelid)
    from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and not c.relispartition and ${isOurs}
      and not exists (select from pg_constraint r where r.conindid = i.indexrelid and r.contype in ('p', 'u', 'x'))`);
  return rows.sort((a, b) => ruleKinds.indexOf(a.kind) - ruleKinds.indexOf(b.kind));
}

export async function dropRule(client: ClientBase, { kind, table, name }: Rule): Promise<void> {
  await client.query(
    kind === "index" ? `drop index ${name}` : `alter table ${table} drop constraint ${quotedName(name)}`,
  );
}

/** Creates the rule, and checks all rows. */
export async function addRule(client: ClientBase, { kind, table, name, definition }: Rule): Promise<void> {
  await client.query(
    kind === "index" ? definition : `alter table ${table} add constraint ${quotedName(name)} ${definition}`,
  );
}

/** The site's own triggers. */
export async function switchTriggers(
  client: ClientBase,
  tables: readonly Pick<Table, "schema" | "name">[],
  to: "enable" | "disable",
): Promise<void> {
  for (const table of tables) await client.query(`alter table ${quoted(table)} ${to} trigger user`);
}
