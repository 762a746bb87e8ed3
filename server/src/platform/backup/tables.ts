import type { ClientBase } from "pg";

interface Column {
  name: string;
  /** As SQL writes it. */
  type: string;
}

/** An ordinary table, or the root of a partitioned one. */
export interface Table {
  schema: string;
  name: string;
  partitioned: boolean;
  /** Without generated ones. */
  columns: Column[];
}

/** Its rows are read and written through the root. */
export interface Partition {
  schema: string;
  name: string;
  /** The partitioned table, quoted. */
  of: string;
  /** `FOR VALUES …` or `DEFAULT`. */
  bound: string;
}

/** `lastValue` is null for an unused one. */
export interface Sequence {
  schema: string;
  name: string;
  lastValue: string | null;
}

/** For queries on `pg_class c` and `pg_namespace n`: logged tables outside of extensions. */
export const isOurs = `n.nspname <> 'information_schema' and n.nspname !~ '^pg_' and c.relpersistence = 'p'
  and not exists (
    select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`;

export async function listTables(client: ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select n.nspname as schema, c.relname as name, c.relkind = 'p' as partitioned, (
      select coalesce(json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod))
                               order by a.attnum), '[]')
      from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and ${isOurs}
    order by 1, 2`);
  return rows;
}

export async function listPartitions(client: ClientBase): Promise<Partition[]> {
  const { rows } = await client.query<Partition>(`
    select n.nspname as schema, c.relname as name, format('%I.%I', pn.nspname, p.relname) as "of",
      pg_get_expr(c.relpartbound, c.oid) as bound
    from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      join pg_inherits i on i.inhrelid = c.oid
      join pg_class p on p.oid = i.inhparent
      join pg_namespace pn on pn.oid = p.relnamespace
    where c.relispartition and c.relkind = 'r' and ${isOurs}
    order by 3, 2`);
  return rows;
}

/** Sequences ignore transactions: their values are never below those of visible rows. */
export async function listSequences(client: ClientBase): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(`
    select schemaname as schema, sequencename as name, last_value::text as "lastValue"
    from pg_sequences s where exists (
      select from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = s.schemaname and c.relname = s.sequencename and ${isOurs})
    order by 1, 2`);
  return rows;
}

/** `schema.name`, quoted for SQL. */
export function quoted({ schema, name }: { schema: string; name: string }): string {
  return `${quotedName(schema)}.${quotedName(name)}`;
}

export function quotedName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function quotedColumns({ columns }: Pick<Table, "columns">): string {
  return columns.map(({ name }) => quotedName(name)).join(", ");
}
