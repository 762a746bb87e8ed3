import { fileURLToPath } from "node:url";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import type { Pool } from "pg";
import { installJobs } from "../jobs/install.ts";

const migrationsFolder = fileURLToPath(new URL("../../migrations", import.meta.url));

/** Any number will do, as long as every process of the site asks for the same one. */
const migrationLock = 7_215_001;

/** Brings the database, with its job queues, to the newest schema. Several processes may call this at once: one migrates, the others wait. */
export async function migrateDatabase(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [migrationLock]);
    await migrate(drizzle(client), { migrationsFolder });
    await installJobs({ executeSql: (text, values) => client.query(text, values) });
  } finally {
    await client.query("select pg_advisory_unlock($1)", [migrationLock]).catch(() => {});
    client.release();
  }
}
