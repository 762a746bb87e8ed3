import { randomBytes } from "node:crypto";
import { brand } from "contract/brand.ts";
import pg from "pg";
import { afterAll, inject } from "vitest";
import { connect, type Database } from "../platform/db/connect.ts";
import { withDatabase, withUser } from "./database-url.ts";

export interface TestDatabase extends Database {
  /** For other processes and pools; as the owner, like this pool. */
  url: string;
  /** As the site's role. */
  applicationUrl?: string;
}

/**
 * A migrated database with nothing but the shipped texts for a test file, dropped after its last test; with `bare` one
 * without tables, with `texts: false` one without texts. Call it at the top of the file:
 * `const { db } = await createTestDatabase();`
 */
export async function createTestDatabase({ bare = false, texts = true } = {}): Promise<TestDatabase> {
  const name = `${brand.slug}_${randomBytes(6).toString("hex")}`;
  const templates = inject("templates");
  const template = bare ? "template0 encoding 'UTF8' locale 'C'" : texts ? templates.texts : templates.empty;
  // The default strategy would also write all data to the write-ahead log.
  await administer(`create database ${name} template ${template} strategy file_copy`);
  const url = withDatabase(inject("serverUrl"), name);
  const database = connect({ connectionString: url }, () => {});
  let dropped = false;
  const drop = async () => {
    if (dropped) return;
    dropped = true;
    await database.close();
    await administer(`drop database ${name} with (force)`);
  };
  afterAll(drop);
  const user = bare ? undefined : inject("applicationUser");
  return { ...database, url, ...(user && { applicationUrl: withUser(url, user) }), close: drop };
}

/**
 * Removes all rows, and those that refer to them; numbering starts again. A few rows are deleted: `truncate` makes new
 * files for each table that refers to them, and for each index, which takes ten times as long.
 */
export async function emptyTables(pool: pg.Pool, tables: readonly string[]): Promise<void> {
  const counts = tables.map((table) => `(select count(*) from (select from ${table} limit 1000) few)`);
  const { rows } = await pool.query(`select greatest(${counts.join(", ")})::int as most`);
  if (rows[0].most === 1000) {
    await pool.query(`truncate ${tables.join(", ")} restart identity cascade`);
    return;
  }
  const deleted = tables.map((table) => `delete from ${table};`).join(" ");
  await pool.query(`${deleted}
    do $$ declare numbered regclass; begin
      for numbered in
        select sequence.oid from pg_class sequence
        join pg_depend on objid = sequence.oid and deptype in ('a', 'i')
        join pg_class owner on owner.oid = refobjid
        where sequence.relkind = 'S' and owner.oid = any ('{${tables.join(", ")}}'::regclass[])
      loop perform setval(numbered, 1, false); end loop;
    end $$`);
}

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject("serverUrl") });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
