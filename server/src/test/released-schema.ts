import type { ClientBase } from "pg";
import { createSchemaOf, listKnownMigrations } from "../platform/db/migrate.ts";

/** The schema of an older release, in an empty database that knows itself to have its first `count` migrations. */
export async function createReleasedSchema(client: ClientBase, count: number): Promise<void> {
  await createSchemaOf(client, count);
  for (const time of listKnownMigrations().slice(0, count)) {
    await client.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ('', $1)", [time]);
  }
}
