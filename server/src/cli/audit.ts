import { type Command, InvalidArgumentError, Option } from "commander";
import { AppError } from "contract/core/errors.ts";
import { type End, verifyChain } from "../features/audit/queries-verify.ts";
import { showProgress } from "./progress.ts";
import { printCounts } from "./report.ts";
import { runOnDatabase } from "./run.ts";

/** `audit verify`. */
export function auditCommands(program: Command): void {
  program
    .command("audit")
    .description("Check the audit log")
    .command("verify")
    .description("Verify that no entry was changed, removed or inserted; reports the first that was")
    .addOption(
      new Option("--expect <id:hash>", "also verify that this entry, noted earlier, is unchanged").argParser(parseEnd),
    )
    .action(({ expect = null }: { expect?: End | null }) => runVerify(expect));
}

/** In the form in which the site logs the head of the chain. */
function parseEnd(text: string): End {
  const [, id, hash] = /^([1-9]\d{0,14}):([0-9a-f]{64})$/i.exec(text) ?? [];
  if (id && hash) return { id: Number(id), hash: Buffer.from(hash, "hex") };
  throw new InvalidArgumentError("Expected an entry's id and its hash of 64 hex digits, such as 12:9f86d081…");
}

function runVerify(expected: End | null): Promise<void> {
  return runOnDatabase(async ({ database }) => {
    const progress = showProgress("Verifying the audit log");
    const { entries, problem } = await database.db
      .transaction((tx) => verifyChain(tx, { expected, onStep: progress.update }), {
        isolationLevel: "repeatable read",
      })
      .finally(progress.end);
    if (problem) throw new AppError("conflict", problem);
    console.log("Audit log verified:");
    printCounts({ entries });
  });
}
