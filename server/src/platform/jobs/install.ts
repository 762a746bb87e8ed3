import type { ClientBase } from "pg";
import { type Db as JobDatabase, PgBoss } from "pg-boss";
import { formerQueues, jobSchema, queues } from "./queues.ts";

/** Migrates pg-boss's tables and the site's queues. Part of every migration. */
export async function installJobs(database: JobDatabase): Promise<void> {
  const boss = new PgBoss({ db: database, schema: jobSchema, supervise: false, schedule: false });
  // errors of background work, which stops at once; errors of the installation are thrown
  boss.on("error", () => {});
  await boss.start();
  try {
    for (const [name, options] of Object.entries(queues)) {
      await boss.createQueue(name, options);
      await boss.updateQueue(name, options);
    }
    for (const name of formerQueues) await boss.deleteQueue(name);
  } finally {
    await boss.stop({ graceful: false });
  }
}

/** The version of pg-boss's tables in the database; null without them. */
export async function findJobQueueVersion(client: ClientBase): Promise<number | null> {
  const found = await client.query("select to_regclass($1) is not null as found", [`${jobSchema}.version`]);
  if (!found.rows[0].found) return null;
  return (await client.query(`select version from ${jobSchema}.version`)).rows[0]?.version ?? null;
}
