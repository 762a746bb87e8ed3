import type { Command } from "commander";
import { AppError } from "contract/errors.ts";
import { verifyChain } from "../audit/queries-verify.ts";
import { showProgress } from "./progress.ts";
import { printCounts } from "./report.ts";
import { runOnDatabase } from "./run.ts";

/** `audit verify`. */
export function auditCommands(program: Command): void {
  program
    .command("audit")
    .description("looks after the trail of changes")
    .command("verify")
    .description("checks that no entry was changed, removed or put in; names the first that was")
    .action(() => runVerify());
}

function runVerify(): Promise<void> {
  return runOnDatabase(async ({ database }) => {
    const progress = showProgress("Verifying the audit log");
    const { entries, problem } = await database.db
      .transaction((tx) => verifyChain(tx, progress.update), { isolationLevel: "repeatable read" })
      .finally(progress.end);
    if (problem) throw new AppError("conflict", problem);
    console.log("The audit log is as it was written:");
    printCounts({ entries });
  });
}
