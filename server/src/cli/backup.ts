import type { Command } from "commander";
import { AppError } from "contract/core/errors.ts";
import { verifyChain } from "../features/audit/queries-verify.ts";
import { restoreBackup } from "../platform/backup/restore.ts";
import { writeBackup } from "../platform/backup/write.ts";
import { migrateDatabase } from "../platform/db/migrate.ts";
import { showProgress } from "./progress.ts";
import { printCounts, secondsSince } from "./report.ts";
import { resolvePath, runOnDatabase } from "./run.ts";

/** `backup` and `restore`. */
export function backupCommands(program: Command): void {
  program
    .command("backup")
    .description("writes the whole database to a new folder, as it is at one moment; the site may run")
    .argument("<folder>", "must be empty or not exist")
    .action((folder: string) => runBackup(folder));
  program
    .command("restore")
    .description("fills an empty database with a backup, after checking that it is whole")
    .argument("<folder>", "what backup wrote")
    .action((folder: string) => runRestore(folder));
}

/** The schema stays as it is: a backup is made before a new version changes it. */
function runBackup(folder: string): Promise<void> {
  return runOnDatabase(
    async ({ database, signal }) => {
      const start = performance.now();
      const progress = showProgress("Backing up");
      const manifest = await writeBackup(database.connection, resolvePath(folder), {
        now: new Date(),
        signal,
        onWritten: progress.update,
      }).finally(progress.end);
      console.log(`Backed up into ${folder}:`);
      printCounts({
        tables: manifest.tables.length,
        rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
        bytes: manifest.tables.reduce((sum, { bytes }) => sum + bytes, 0),
        seconds: secondsSince(start),
      });
    },
    { asIs: true },
  );
}

function runRestore(folder: string): Promise<void> {
  return runOnDatabase(
    async ({ database, signal }) => {
      const start = performance.now();
      const progress = showProgress("Restoring");
      const { manifest, tables, rows, leftOut } = await restoreBackup(database.connection, resolvePath(folder), {
        signal,
        onRestored: progress.update,
      }).finally(progress.end);
      await migrateDatabase(database.pool);
      const { entries, problem } = await database.db.transaction((tx) => verifyChain(tx), {
        isolationLevel: "repeatable read",
      });
      console.log(`Restored the backup of ${manifest.createdAt}:`);
      printCounts({ tables, rows, "audit entries verified": entries, seconds: secondsSince(start) });
      if (leftOut.length > 0) console.log(`Left out, not tables of the site: ${leftOut.join(", ")}`);
      if (problem) throw new AppError("conflict", `The backup holds an audit log that was changed. ${problem}`);
    },
    { asIs: true },
  );
}
