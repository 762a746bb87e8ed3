import type { ClientBase, Pool } from "pg";
import { jobSchema } from "../jobs/queues.ts";

/** The audit trail: the site may only read it and add entries, which the owner's trigger completes. */
const entries = "public.audit_log";
const head = "public.audit_head";

const schemas = ["public", jobSchema];

const migrations = "drizzle.__drizzle_migrations";

/** The owner's relations without those of extensions. For queries on `pg_class c`. */
const isOwned = `c.relnamespace = any ($1::regnamespace[]) and pg_has_role(c.relowner, 'usage')
  and not exists (
    select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`;

/**
 * Grants the site's role all rights on rows and none on the schema: an injected statement can't rewrite the audit
 * trail. Call it as the owner of a migrated database.
 */
export async function grantApplicationRights(owner: ClientBase, role: string): Promise<void> {
  if (await hasRights(owner, role)) return;
  const { rows } = await owner.query<{ role: string; version: number; tables: string; sequences: string }>(
    `select quote_ident($2) as role, current_setting('server_version_num')::int as version,
      string_agg(c.oid::regclass::text, ', ') filter (where c.relkind in ('r', 'p', 'v')) as tables,
      string_agg(c.oid::regclass::text, ', ') filter (where c.relkind = 'S') as sequences
    from pg_class c where ${isOwned}`,
    [schemas, role],
  );
  const { role: grantee, version, tables, sequences } = rows[0]!;
  // for `analyze`, from PostgreSQL 17 on
  const onTables = `select, insert, update, delete${version >= 170_000 ? ", maintain" : ""}`;
  const onSequences = "usage, select, update";
  await owner.query("begin");
  try {
    await owner.query(`
      grant usage on schema ${schemas.join(", ")}, drizzle to ${grantee};
      grant select on table ${migrations} to ${grantee};
      grant ${onTables} on table ${tables} to ${grantee};
      grant ${onSequences} on sequence ${sequences} to ${grantee};
      alter default privileges in schema ${schemas.join(", ")} grant ${onTables} on tables to ${grantee};
      alter default privileges in schema ${schemas.join(", ")} grant ${onSequences} on sequences to ${grantee};
      grant execute on function public.make_price_history_months(date, date) to ${grantee};
      revoke all on table ${entries}, ${head} from ${grantee};
      grant select on table ${entries}, ${head} to ${grantee};
      grant insert on table ${entries} to ${grantee}`);
    await owner.query("commit");
  } catch (error) {
    await owner.query("rollback").catch(() => {});
    throw error;
  }
}

async function hasRights(owner: ClientBase, role: string): Promise<boolean> {
  const { rows } = await owner.query<{ complete: boolean }>(
    `select has_schema_privilege($2, 'drizzle', 'usage')
      and has_table_privilege($2, $3::regclass, 'insert')
      and not has_table_privilege($2, $3::regclass, 'update, delete, truncate, trigger')
      and not has_table_privilege($2, $4::regclass, 'insert, update, delete, truncate, trigger')
      and not exists (
        select from pg_class c
        where ${isOwned} and c.oid not in ($3::regclass, $4::regclass)
          and case
            when c.relkind in ('r', 'p') then not has_table_privilege($2, c.oid, 'delete')
            when c.relkind = 'v' then not has_table_privilege($2, c.oid, 'select')
            when c.relkind = 'S' then not has_sequence_privilege($2, c.oid, 'update')
            else false
          end) as complete`,
    [schemas, role, entries, head],
  );
  return rows[0]!.complete;
}

/** Whether the user could rewrite the audit trail: it owns the table, or is a superuser. */
export async function ownsAuditTrail(pool: Pool): Promise<boolean> {
  return (await readOwnership(pool)) === true;
}

/** Whether the site's tables belong to another user. */
export async function isGuest(pool: Pool): Promise<boolean> {
  return (await readOwnership(pool)) === false;
}

/** `null` in an unmigrated database. */
async function readOwnership(pool: Pool): Promise<boolean | null> {
  const { rows } = await pool.query<{ owns: boolean }>(
    "select pg_has_role(relowner, 'usage') as owns from pg_class where oid = to_regclass($1)",
    [entries],
  );
  return rows[0]?.owns ?? null;
}
