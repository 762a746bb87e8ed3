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
    .description("Import past prices from a file; unknown games are skipped")
    .argument("<file>", "JSON Lines (.jsonl, .ndjson) or CSV with a header (.csv), optionally gzipped (.gz)")
    .option("--country <code>", "country of the prices (default: US)", parseCountry)
    .addOption(encodingOption())
    .addHelpText(
      "after",
      `
Fields:
  steam_appid, gog_id or title   the game
  store                          key of the store
  recorded_at                    2024-10, 2024-10-31 or 2024-10-31T18:00:00+00:00
  price, base_price, currency    in the country's currency`,
    )
    .action((file: string, flags: ImportFlags) => runImport(file, flags));
  program
    .command("drop")
    .description("Delete old data to free disk space")
    .command("history")
    .description("Delete price history before a month; lows and the prices then in force are kept")
    .addOption(
      new Option("--before <month>", "first month to keep, such as 2024-01")
        .argParser(parseMonth)
        .makeOptionMandatory(),
    )
    .action(({ before }: { before: Date }) => runDrop(before));
}

function parseMonth(text: string): Date {
  const month = /^\d{4}-(0[1-9]|1[0-2])$/.test(text) ? new Date(`${text}-01T00:00:00Z`) : null;
  if (month && month <= new Date()) return month;
  throw new InvalidArgumentError("Expected a month in the form YYYY-MM, not in the future.");
}

function runDrop(before: Date): Promise<void> {
  return runOnDatabase(
    async ({ database }) => {
      const start = performance.now();
      const { months, records } = await dropHistoryBefore(database.db, before);
      console.log(`Deleted price history before ${before.toISOString().slice(0, 7)}:`);
      printCounts({ "records deleted": records, "partitions dropped": months, seconds: secondsSince(start) });
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
        if (problems === maxProblems) progress.note("Further rejected rows are counted but not listed");
      },
    }).finally(progress.end);
    console.log(`Imported ${file}:`);
    printCounts({
      "rows read": result.read,
      games: result.games,
      "records added": result.added,
      "rows of unknown games": result.unmatched,
      "rows rejected": result.refused,
      [`rows rejected: not in ${market.currency}`]: result.foreign,
      seconds: secondsSince(start),
    });
    printHidden(market);
  });
}
