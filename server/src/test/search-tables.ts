import type { Db } from "../platform/db/connect.ts";
import { sql } from "../platform/db/drizzle.ts";

/** For each text, the sorted names of the tables that contain it in any column, in any case, as text or as bytes. */
export async function tablesThatHold(db: Db, texts: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'jobs') order by 1`);
  const holding = new Map<string, string[]>(texts.map((text) => [text, []]));
  for (const { name } of rows) {
    const found = await db.execute<{ content: string }>(sql`
      select coalesce(string_agg(t::text, chr(10)), '') as content from ${sql.raw(name)} t`);
    const content = found.rows[0]!.content.toLowerCase();
    const isIn = (text: string) =>
      [text.toLowerCase(), Buffer.from(text).toString("hex")].some((form) => content.includes(form));
    for (const [text, names] of holding) if (isIn(text)) names.push(name);
  }
  return holding;
}

/** A column that refers to a user by key or by name, or contains an email address; its name is `table.column`. */
export interface ColumnAboutUsers {
  name: string;
  table: string;
  column: string;
  isKey: boolean;
}

/** Every column about users, by the database's catalogue. */
export async function listColumnsAboutUsers(db: Db): Promise<ColumnAboutUsers[]> {
  const { rows } = await db.execute<{ table: string; column: string; is_key: boolean }>(sql`
    select c.relname as table, a.attname as column, a.attname !~ 'email' as is_key
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attnum > 0 and not a.attisdropped
      and (a.attname ~ '(^|_)(user_id|email)($|_)' or (a.attname ~ '_by$' and a.atttypid <> 'date'::regtype)
        or exists (
        select from pg_constraint f
        where f.contype = 'f' and f.conrelid = c.oid and f.confrelid = 'users'::regclass and a.attnum = any(f.conkey)))
    order by 1, 2`);
  return rows.map(({ table, column, is_key }) => ({ name: `${table}.${column}`, table, column, isKey: is_key }));
}

/** `users`, the tables with a column about users, and all tables that refer to one of these, at any distance. */
export async function listTablesOfUsers(db: Db): Promise<string[]> {
  const own = (await listColumnsAboutUsers(db)).map(({ table }) => table);
  const { rows } = await db.execute<{ name: string }>(sql`
    with recursive reached as (
      select oid from pg_class
      where relnamespace = 'public'::regnamespace and relname in (
        select jsonb_array_elements_text(${JSON.stringify(["users", ...own])}::jsonb))
      union
      select conrelid from pg_constraint join reached on confrelid = reached.oid where contype = 'f'
    )
    select relname as name from pg_class join reached using (oid) where not relispartition order by 1`);
  return rows.map(({ name }) => name);
}
