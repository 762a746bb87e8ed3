import { basename } from "node:path";
import type { Command } from "commander";
import type { StoreKey } from "contract/stores/store-key.ts";
import { importBundles } from "../features/bundles/commands-import.ts";
import { readBundleFile } from "../features/bundles/sources/read-file.ts";
import { parseStoreKey } from "./chosen.ts";
import { importCommand, namingFile, readInput } from "./import.ts";
import { printCounts, secondsSince } from "./report.ts";
import { runOnDatabase } from "./run.ts";

interface ImportFlags {
  store?: StoreKey;
  dryRun?: boolean;
}

/** `import bundles`. */
export function bundlesCommand(program: Command): void {
  importCommand(program)
    .command("bundles")
    .description("Import bundles from a file; if any part is invalid, nothing is imported")
    .argument("<file>", "JSON, or a form of another source (docs/spec/bundles.md): pages, archives, RSS, price files")
    .option("--store <key>", "store of bundles that name none", parseStoreKey)
    .option("--dry-run", "show what would change without importing")
    .addHelpText("after", `\n{ "bundles": [bundle, ...] }; id, title and address are required:${form}`)
    .action((file: string, flags: ImportFlags) => runImport(file, flags));
}

const form = `
  id, store, title, address    the store's own id, by which the next import finds it, and the store's key
  kind                         tiers, choose-n, build-your-own or membership-month
  countries                    where it is sold (default: everywhere)
  begins_at, ends_at           such as 2026-01-31T18:00:00Z
  redeem_by                    such as 2026-12-31
  complete, games              whether all items are listed; if not, the number of games
  tiers                        price { amount, currency }, prices by country, cumulative, addon, choose
  items                        title, kind (game, dlc, coupon, book, other), tier (from 1), id, steam_appid,
                               activates_on, activates_in`;

function runImport(file: string, { store, dryRun }: ImportFlags): Promise<void> {
  return runOnDatabase(async ({ database }) => {
    const start = performance.now();
    const now = new Date();
    const read = await namingFile(file, readBundleFile(await readInput(file), now));
    const counts = await importBundles(database.db, null, read, { now, from: basename(file), store, dryRun });
    console.log(dryRun ? `Dry run of ${file}; nothing was imported:` : `Imported ${file}:`);
    printCounts({
      "bundles read": counts.read,
      "bundles added": counts.added,
      "bundles changed": counts.changed,
      "bundles unchanged": counts.unchanged,
      "bundles changed by hand, left as they are": counts.edited,
      "games and DLC": counts.items,
      "games matched": counts.matched,
      "items without a certain match": counts.unmatched,
      "items that are none of our games": counts.refused,
      "entries that are no bundles of games": counts.skipped,
      seconds: secondsSince(start),
    });
    for (const name of counts.disabledStores) {
      console.log(`${name} is disabled: visitors see its bundles when it is enabled`);
    }
    if (counts.unmatched > 0) console.log("Review uncertain items with: npm run cli -- matches list");
  });
}
