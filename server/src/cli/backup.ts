import type { Command } from "commander";
import { AppError } from "contract/core/errors.ts";
import { verifyChain } from "../features/audit/queries-verify.ts";
import type { Signature } from "../platform/backup/manifest.ts";
import { folderBeforeChanges } from "../platform/backup/names.ts";
import { restoreBackup } from "../platform/backup/restore.ts";
import { rollBack } from "../platform/backup/rollback.ts";
import { writeBackup } from "../platform/backup/write.ts";
import { migrateDatabase } from "../platform/db/migrate.ts";
import { openServer } from "../platform/db/open.ts";
import { freeBytesOf } from "../platform/files/free-space.ts";
import type { Env } from "../platform/process/env.ts";
import { findSecretKey, type SecretKey } from "../platform/process/secret-key.ts";
import { StartError } from "../platform/process/start-error.ts";
import { showProgress } from "./progress.ts";
import { printCounts, secondsSince } from "./report.ts";
import { operatorLog, resolvePath, runOnDatabase, runReporting } from "./run.ts";

/** `backup`, `restore` and `rollback`. */
export function backupCommands(program: Command): void {
  program
    .command("backup")
    .description("Back up the database into a folder; a consistent snapshot, also while the site runs")
    .argument("<folder>", "target folder; must be empty or not exist")
    .action((folder: string) => runBackup(folder));
  program
    .command("restore")
    .description("Restore a backup into an empty database; verifies it first")
    .argument("<folder>", "folder written by backup")
    .option("--signed", "reject backups not signed by this site (default: warn)")
    .action((folder: string, { signed = false }: { signed?: boolean }) => runRestore(folder, signed));
  program
    .command("rollback")
    .description(
      "Return to the backup from before the last upgrade; run it with the previous version, the site stopped",
    )
    .action(() => runReporting(runRollback));
}

/** The schema stays as it is: a backup is made before a new version changes it. */
function runBackup(folder: string): Promise<void> {
  return runOnDatabase(
    async ({ database, env, signal }) => {
      const start = performance.now();
      const secretKey = await findSecretKey(env);
      const progress = showProgress("Backing up");
      const manifest = await writeBackup(database.connection, resolvePath(folder), {
        now: new Date(),
        secretKey,
        signal,
        onWritten: progress.update,
      }).finally(progress.end);
      if (!secretKey) console.error("Warning: the backup is not signed, because no secret key is configured");
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

function runRestore(folder: string, isSignedOnly: boolean): Promise<void> {
  return runOnDatabase(
    async ({ database, env, signal }) => {
      const start = performance.now();
      const secretKey = await findSecretKey(env);
      const progress = showProgress("Restoring");
      const { manifest, tables, rows, leftOut } = await restoreBackup(database.connection, resolvePath(folder), {
        secretKey,
        signal,
        freeBytes: env.databaseUrl ? undefined : () => freeBytesOf(env.dataDir),
        onVerified: (signature) => requireMine(signature, secretKey, isSignedOnly),
        onRestored: progress.update,
      }).finally(progress.end);
      await migrateDatabase(database.pool);
      const { entries, problem } = await database.db.transaction((tx) => verifyChain(tx), {
        isolationLevel: "repeatable read",
      });
      console.log(`Restored the backup of ${manifest.createdAt}:`);
      printCounts({ tables, rows, "audit entries verified": entries, seconds: secondsSince(start) });
      if (leftOut.length > 0) console.log(`Skipped tables unknown to the site: ${leftOut.join(", ")}`);
      if (problem) throw new AppError("conflict", `The audit log in the backup was tampered with. ${problem}`);
    },
    { asIs: true },
  );
}

async function runRollback(env: Env, signal: AbortSignal): Promise<void> {
  const start = performance.now();
  const server = await openServer(env, operatorLog);
  const progress = showProgress("Restoring");
  try {
    const secretKey = await findSecretKey(env);
    const { backup, manifest, saved } = await rollBack(server.owner, {
      folder: folderBeforeChanges(env),
      now: new Date(),
      secretKey,
      signal,
      freeBytes: env.databaseUrl ? undefined : () => freeBytesOf(env.dataDir),
      onVerified: (signature) => requireMine(signature, secretKey, secretKey !== null),
      onRestored: progress.update,
    }).finally(progress.end);
    console.log(`Returned to the backup of ${manifest.createdAt} in ${backup.folder}:`);
    printCounts({
      tables: manifest.tables.length,
      rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
      seconds: secondsSince(start),
    });
    console.log(`The newer version's data is in ${saved}; it can be restored with that version`);
  } finally {
    await server.stop();
  }
}

const strangers = {
  none: "The backup is not signed: it was written by an earlier version or by someone else",
  other: "The backup was not signed with this site's secret key: it is from another site or was changed",
  unchecked: "The signature of the backup cannot be verified, because no secret key is configured",
};

/** Warns of a backup that anyone could have written, or rejects it. */
function requireMine(signature: Signature, secretKey: SecretKey | null, isSignedOnly: boolean): void {
  if (signature === "mine") return;
  const reason = strangers[secretKey || signature === "none" ? signature : "unchecked"];
  if (isSignedOnly) throw new StartError(`${reason}. Nothing was restored`);
  console.error(`Warning: ${reason}. Continue only if you trust everyone who could write to its folder.`);
}
