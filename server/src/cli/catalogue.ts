import { basename } from "node:path";
import type { Command } from "commander";
import type { FileEncoding } from "contract/core/file-encoding.ts";
import { exportCatalogue } from "../features/games/export.ts";
import { importFields } from "../features/games/import/row.ts";
import { type ImportResult, importCatalogue, type RowProblem } from "../features/imports/import-catalogue.ts";
import { encodingOption, exportCommand, importCommand, mapOf } from "./import.ts";
import { showProgress } from "./progress.ts";
import { printCounts, secondsSince } from "./report.ts";
import { resolvePath, runOnDatabase } from "./run.ts";

interface ImportFlags {
  dryRun?: boolean;
  strict?: boolean;
  keepSample?: boolean;
  encoding?: FileEncoding;
  acceptCollapse?: boolean;
  map?: ReadonlyMap<string, string>;
}

/** `import catalogue` and `export catalogue`. */
export function catalogueCommands(program: Command): void {
  importCommand(program)
    .command("catalogue")
    .description("Import games from a file; existing games are updated")
    .argument("<file>", "JSON Lines (.jsonl, .ndjson) or CSV with a header (.csv), optionally gzipped (.gz)")
    .addOption(encodingOption())
    .option("--dry-run", "show what would change without importing")
    .option("--strict", "import nothing if any row is invalid")
    .option("--keep-sample", "keep the bundled sample games (default: removed by the first import)")
    .option("--accept-collapse", "import even if prices collapse (default: cancel the import)")
    .option("--map <field=column,...>", "map fields to the file's column names", mapOf(importFields))
    .addHelpText("after", `\nFields (prices in US dollars):\n  ${importFields.join(", ")}`)
    .action((file: string, flags: ImportFlags) => runImport(file, flags));
  exportCommand(program)
    .command("catalogue")
    .description("Export all games to a file that import can read")
    .argument("<file>", "output file; its extension selects the format: .jsonl, .ndjson or .csv, optionally .gz")
    .action((file: string) => runExport(file));
}

function runImport(file: string, flags: ImportFlags): Promise<void> {
  const { dryRun, strict, keepSample, encoding, acceptCollapse, map } = flags;
  return runOnDatabase(async ({ database, signal }) => {
    const start = performance.now();
    const progress = showProgress(`Reading ${basename(file)}`);
    const result = await importCatalogue(database.db, resolvePath(file), {
      now: new Date(),
      ...(dryRun && { dryRun }),
      ...(strict && { strict }),
      ...(keepSample && { keepSample }),
      ...(encoding && { encoding }),
      ...(acceptCollapse && { acceptCollapse }),
      ...(map && { fieldNames: map }),
      signal,
      onRead: progress.update,
      onProblem: (problem) => progress.note(describe(problem)),
    }).finally(progress.end);
    printImport(file, result, Boolean(dryRun), secondsSince(start));
  });
}

function describe({ line, field, message }: RowProblem): string {
  return `line ${line}: ${field ? `${field}: ` : ""}${message}`;
}

function printImport(file: string, result: ImportResult, isDryRun: boolean, seconds: number): void {
  console.log(isDryRun ? `Dry run of ${file}; nothing was imported:` : `Imported ${file}:`);
  printCounts({
    "rows read": result.read,
    "games added": result.added,
    "games changed": result.changed,
    "games unchanged": result.unchanged,
    "rows rejected": result.refused,
    ...(result.warned > 0 && { "values ignored": result.warned }),
    "duplicate rows": result.repeated,
    "prices changed": result.priceChanges,
    ...(result.sampleRemoved > 0 && { "sample games removed": result.sampleRemoved }),
    seconds,
  });
  if (result.unknownFields.length > 0) console.log(`Ignored unknown fields: ${result.unknownFields.join(", ")}`);
  if (result.sampleLeft) console.log("The catalogue still contains sample games; a notice on every page says so.");
}

function runExport(file: string): Promise<void> {
  return runOnDatabase(async ({ database, signal }) => {
    const start = performance.now();
    const progress = showProgress(`Writing ${basename(file)}`);
    const games = await exportCatalogue(database.db, resolvePath(file), {
      signal,
      onWritten: progress.update,
    }).finally(progress.end);
    console.log(`Exported ${file}:`);
    printCounts({ games, seconds: secondsSince(start) });
  });
}
