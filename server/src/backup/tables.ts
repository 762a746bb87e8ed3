import type { ClientBase } from "pg";

export interface Column {
  name: string;
  /** As SQL writes it. */
  type: string;
}

/** A table whose rows have to be kept: an ordinary one, or the root of a partitioned one. */
export interface Table {
  schema: string;
  name: string;
  partitioned: boolean;
  /** Without those that the database works out itself. */
  columns: Column[];
}

/** A part of a partitioned table. Its rows are read and written through the root. */
export interface Partition {
  schema: string;
  name: string;
  /** The table that it is a part of, quoted. */
  of: string;
  /** `FOR VALUES …` or `DEFAULT`. */
  bound: string;
}

/** A sequence and the last number that it gave; null when it has given none. */
export interface Sequence {
  schema: string;
  name: string;
  lastValue: string | null;
}

/** For queries on `pg_class c` and `pg_namespace n`. What is unlogged is only good for the server that it is on. */
export const isOurs = `n.nspname <> 'information_schema' and n.nspname !~ '^pg_' and c.relpersistence = 'p'
  and not exists (
    select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`;

/** Every table of the database except those of extensions, as the system catalogue lists them. */
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

/** Every partition; those that are parts of the same table in the order of their names. */
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

/** Every sequence. They stand outside of transactions: a number read here is never below one that a row in sight has. */
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
