import { basename } from "node:path";
import { type Command, Option } from "commander";
import { AppError } from "contract/core/errors.ts";
import { importPlanFile } from "../features/subscriptions/import/import-plan.ts";
import { parseCountry } from "./chosen.ts";
import { importCommand } from "./import.ts";
import { printCounts, secondsSince } from "./report.ts";
import { resolvePath, runOnDatabase } from "./run.ts";

interface ImportFlags {
  plan: string;
  named?: string;
  country?: string;
  complete?: boolean;
  strict?: boolean;
  acceptLoss?: boolean;
  acceptCollapse?: boolean;
}

const maxProblems = 1_000;

/** `import subscriptions`. */
export function subscriptionsCommand(program: Command): void {
  importCommand(program)
    .command("subscriptions")
    .description("Import the games or prices of a subscription plan; games missing from the file are not changed")
    .argument("<file>", "CSV with a header, JSON Lines or JSON, optionally gzipped (.gz)")
    .addOption(new Option("--plan <key>", "key of the plan").makeOptionMandatory())
    .option("--named <name>", "what the file calls the plan (default: its name or key)")
    .option("--country <code>", "country of games whose row names none (default: everywhere)", parseCountry)
    .option("--complete", "the file is the plan's whole list: games missing from it have left")
    .option("--strict", "import nothing if any row is invalid")
    .option("--accept-loss", "import even if a whole list has lost more than 30% of its games")
    .option("--accept-collapse", "import even if prices collapse")
    .addHelpText(
      "after",
      "\nColumns: game_id, steam_appid or title; since, until, leaving_on (YYYY-MM-DD), country, product_id.\n" +
        "Without since, the game is in the plan today. An empty until means that it is still in.",
    )
    .action((file: string, flags: ImportFlags) => runImport(file, flags));
}

function runImport(file: string, flags: ImportFlags): Promise<void> {
  return runOnDatabase(async ({ database }) => {
    const start = performance.now();
    const result = await importPlanFile(database.db, resolvePath(file), { ...flags, now: new Date() });
    for (const { what, message } of result.problems.slice(0, maxProblems)) console.error(`${what}: ${message}`);
    if (result.problem) throw new AppError("conflict", `${basename(file)} is held: ${result.problem}`);
    console.log(`Imported ${file}:`);
    printCounts({
      "entries read": result.seen,
      "memberships added": result.joined,
      "memberships changed": result.changed,
      "games that left": result.left,
      "prices changed": result.pricesChanged,
      "products without a certain match": result.waiting,
      "products that are none of our games": result.refused,
      "entries of other plans or without a day": result.skipped,
      "entries rejected": result.problems.length,
      seconds: secondsSince(start),
    });
    if (result.waiting > 0) console.log("Review uncertain products with: npm run cli -- matches list");
  });
}
