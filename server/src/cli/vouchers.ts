import type { Command } from "commander";
import type { StoreKey } from "contract/stores/store-key.ts";
import { readAllRows } from "../features/prices/sources/feed-rows.ts";
import { importPromotions } from "../features/vouchers/commands-import.ts";
import { parseCountry, parseStoreKey } from "./chosen.ts";
import { importCommand, namingFile, readInput } from "./import.ts";
import { printCounts } from "./report.ts";
import { runOnDatabase } from "./run.ts";

interface ImportFlags {
  store: StoreKey;
  country?: string;
  products?: string;
}

/** `import vouchers`. */
export function vouchersCommand(program: Command): void {
  importCommand(program)
    .command("vouchers")
    .description("Import the codes of a store's promotions (Google Merchant); if any is invalid, none is imported")
    .argument("<file>", "XML, CSV or TSV")
    .requiredOption("--store <key>", "the store", parseStoreKey)
    .option("--country <code>", "the market where they are good (default: all)", parseCountry)
    .option("--products <file>", "the store's product feed, whose promotion_id names the promotions of each product")
    .action((file: string, flags: ImportFlags) => runImport(file, flags));
}

function runImport(file: string, { store, country = undefined, products }: ImportFlags): Promise<void> {
  return runOnDatabase(async ({ database }) => {
    const rowsOf = async (path: string) => namingFile(path, readAllRows(await readInput(path)));
    const rows = await rowsOf(file);
    const options = {
      store,
      country: country ?? null,
      products: products ? await rowsOf(products) : [],
      now: new Date(),
    };
    const counts = await namingFile(file, importPromotions(database.db, rows, options));
    console.log(`Imported ${file}:`);
    printCounts({
      "promotions read": counts.read,
      "vouchers added": counts.added,
      "vouchers changed": counts.changed,
      "vouchers unchanged": counts.unchanged,
      "promotions skipped": counts.skipped.length,
    });
    for (const { line, why } of counts.skipped) console.log(`line ${line}: ${why}`);
  });
}
