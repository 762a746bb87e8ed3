import { basename } from "node:path";
import { type Command, InvalidArgumentError, Option } from "commander";
import type { FileEncoding } from "contract/core/file-encoding.ts";
import { dropHistoryBefore } from "../features/prices/history/commands-months.ts";
import { importHistory } from "../features/prices/history/import-history.ts";
import { parseCountry, printHidden, requireChosenMarket } from "./chosen.ts";
import { encodingOption, importCommand } from "./import.ts";
import { showProgress } from "./progress.ts";
import { printCounts, secondsSince } from "./report.ts";
import { resolvePath, runOnDatabase } from "./run.ts";

/** More of them help no one. */
const maxProblems = 100;

/** `import history` and `drop history`. */
export function historyCommands(program: Command): void {
  importCommand(program)
    .command("history")
    .description("brings prices of the past in from a file; games that it does not know stay out")
    .argument("<file>", "JSON Lines (.jsonl, .ndjson) or CSV (.csv, with a header), also packed (.gz)")
    .option("--country <code>", "whose prices they are; the United States' by default", parseCountry)
    .addOption(encodingOption())
    .addHelpText(
      "after",
      `
A row: steam_appid, title or gog_id; store; recorded_at (2024-10, 2024-10-31 or 2024-10-31T18:00:00+00:00);
price and base_price in the country's currency; currency, which must be that one.`,
    )
    .action((file: string, flags: ImportFlags) => runImport(file, flags));
  program
    .command("drop")
    .description("gives the room of old data back")
    .command("history")
    .description("drops the price history before a month; lows and the prices in force then stay known")
    .addOption(
      new Option("--before <month>", "the first month that stays, such as 2024-01")
        .argParser(parseMonth)
        .makeOptionMandatory(),
    )
    .action(({ before }: { before: Date }) => runDrop(before));
}

function parseMonth(text: string): Date {
  const month = /^\d{4}-(0[1-9]|1[0-2])$/.test(text) ? new Date(`${text}-01T00:00:00Z`) : null;
  if (month && month <= new Date()) return month;
  throw new InvalidArgumentError("It must be a month that has begun, written YYYY-MM.");
}

function runDrop(before: Date): Promise<void> {
  return runOnDatabase(
    async ({ database }) => {
      const start = performance.now();
      const { months, records } = await dropHistoryBefore(database.db, before);
      console.log(`Dropped the price history before ${before.toISOString().slice(0, 7)}:`);
      printCounts({ "records less": records, "partitions dropped": months, seconds: secondsSince(start) });
    },
    { asOwner: true },
  );
}

interface ImportFlags {
  country?: string;
  encoding?: FileEncoding;
}

function runImport(file: string, { country, encoding }: ImportFlags): Promise<void> {
  return runOnDatabase(async ({ database, signal }) => {
    const start = performance.now();
    const market = await requireChosenMarket(database.db, country);
    const progress = showProgress(`Reading ${basename(file)}`);
    let problems = 0;
    const result = await importHistory(database.db, resolvePath(file), {
      now: new Date(),
      market,
      signal,
      onRead: progress.update,
      ...(encoding && { encoding }),
      onProblem: ({ line, field, message }) => {
        problems += 1;
        if (problems <= maxProblems) progress.note(`line ${line}: ${field ? `${field}: ` : ""}${message}`);
        if (problems === maxProblems) progress.note("and so on; further rows are refused and counted");
      },
    }).finally(progress.end);
    console.log(`Imported ${file}:`);
    printCounts({
      "rows read": result.read,
      games: result.games,
      "records added": result.added,
      "rows of unknown games": result.unmatched,
      "rows refused": result.refused,
      [`of these not in ${market.currency}`]: result.foreign,
      seconds: secondsSince(start),
    });
    printHidden(market);
  });
}
