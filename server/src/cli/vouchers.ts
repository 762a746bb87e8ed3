import { createReadStream } from "node:fs";
import type { Command } from "commander";
import { AppError } from "contract/core/errors.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import { feedRows } from "../features/prices/sources/feed-rows.ts";
import { SourceError } from "../features/prices/sources/source.ts";
import { type FileRow, importPromotions } from "../features/vouchers/commands-import.ts";
import { parseCountry, parseStoreKey } from "./chosen.ts";
import { importCommand } from "./import.ts";
import { printCounts } from "./report.ts";
import { resolvePath, runOnDatabase } from "./run.ts";

interface ImportFlags {
  store: StoreKey;
  country?: string;
  products?: string;
}

/** `import vouchers`. */
export function vouchersCommand(program: Command): void {
  importCommand(program)
    .command("vouchers")
    .description("Import the codes of a store's promotions (Google Merchant)")
    .argument("<file>", "XML, CSV or TSV")
    .requiredOption("--store <key>", "the store", parseStoreKey)
    .option("--country <code>", "the market where they are good (default: all)", parseCountry)
    .option("--products <file>", "the store's product feed, whose promotion_id names the promotions of each product")
    .action((file: string, flags: ImportFlags) => runImport(file, flags));
}

function runImport(file: string, { store, country = undefined, products }: ImportFlags): Promise<void> {
  return runOnDatabase(async ({ database }) => {
    const counts = await importPromotions(database.db, await readFile(file), {
      store,
      country: country ?? null,
      products: products ? await readFile(products) : [],
      now: new Date(),
    });
    console.log(`Imported ${file}:`);
    printCounts({
      "promotions read": counts.read,
      "vouchers added": counts.added,
      "vouchers changed": counts.changed,
      "vouchers unchanged": counts.unchanged,
      "promotions left out": counts.left.length,
    });
    for (const { line, why } of counts.left) console.log(`line ${line}: ${why}`);
  });
}

/** Throws `invalid`, which names the file and the line. */
async function readFile(path: string): Promise<FileRow[]> {
  const rows: FileRow[] = [];
  try {
    for await (const row of feedRows(createReadStream(resolvePath(path)))) {
      if ("problem" in row) throw new AppError("invalid", `${path}: line ${row.line}: ${row.problem}`);
      rows.push({ line: row.line, fields: row.fields as FileRow["fields"] });
    }
  } catch (error) {
    throw error instanceof SourceError ? new AppError("invalid", `${path} ${error.message}`) : error;
  }
  return rows;
}
