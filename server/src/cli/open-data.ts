import type { Command } from "commander";
import { brand } from "contract/brand.ts";
import { readSiteTexts } from "../features/content-strings/queries.ts";
import { exportDump } from "../features/open-data/export.ts";
import { importDump } from "../features/open-data/import.ts";
import { exportCommand, importCommand } from "./import.ts";
import { showProgress } from "./progress.ts";
import { printCounts, secondsSince } from "./report.ts";
import { resolvePath, runOnDatabase } from "./run.ts";

/** `import dump` and `export dump`. */
export function openDataCommands(program: Command): void {
  importCommand(program)
    .command("dump")
    .description("Start this site, which must have no games yet, from the open data of another one")
    .argument("<address>", "folder, or https: or http: URL, such as https://prices.example/open-data/")
    .action((address: string) => runImport(address));
  exportCommand(program)
    .command("dump")
    .description("Write the open data: games, and the prices of stores with a licence")
    .argument("<folder>", "new or empty folder, or one with an earlier dump, which is replaced")
    .action((folder: string) => runExport(folder));
}

function runImport(address: string): Promise<void> {
  return runOnDatabase(
    async ({ database, signal }) => {
      const start = performance.now();
      const counts = new Map<string, number>();
      const { site, made_at } = await importDump(
        database.db,
        /^https?:\/\//i.test(address) ? address : resolvePath(address),
        { now: new Date(), signal, onTable: (table, rows) => counts.set(table, rows) },
      );
      console.log(`Imported the open data of ${site.name}, made at ${made_at}:`);
      printCounts({ ...Object.fromEntries(counts), seconds: secondsSince(start) });
    },
    { asOwner: true },
  );
}

function runExport(folder: string): Promise<void> {
  return runOnDatabase(async ({ database, env, signal }) => {
    const start = performance.now();
    const progress = showProgress("Writing games");
    const { db } = database;
    const { tables } = await exportDump(db, resolvePath(folder), {
      now: new Date(),
      site: { name: (await readSiteTexts(db)).in()["header.brand_name"] || brand.name, url: env.publicUrl },
      signal,
      onWritten: progress.update,
    }).finally(progress.end);
    console.log(`Exported ${folder}:`);
    const rows = Object.fromEntries(tables.map((table) => [table.name, table.rows]));
    printCounts({ ...rows, seconds: secondsSince(start) });
  });
}
