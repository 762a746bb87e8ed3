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
 * A migrated, empty database for a test file, dropped after its last test; with `bare` one without tables.
 * Call it at the top of the file: `const { db } = await createTestDatabase();`
 */
export async function createTestDatabase({ bare = false } = {}): Promise<TestDatabase> {
  const name = `${brand.slug}_${randomBytes(6).toString("hex")}`;
  const template = bare ? "template0 encoding 'UTF8' locale 'C'" : inject("templateDatabase");
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

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject("serverUrl") });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
