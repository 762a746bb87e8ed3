import { basename } from "node:path";
import { type Command, Option } from "commander";
import type { FileEncoding } from "contract/core/file-encoding.ts";
import { type FeedColumn, feedColumns, maskAddress } from "contract/prices/feed-rules.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import { createClient } from "../features/prices/sources/client.ts";
import { openFeed } from "../features/prices/sources/feed.ts";
import { type FeedImportResult, importFeed, isForeign } from "../features/prices/sources/import-feed.ts";
import { parseEnv } from "../platform/process/env.ts";
import {
  parseCountry,
  parseCurrency,
  parseStoreKey,
  printHidden,
  requireChosenMarket,
  requireChosenStore,
} from "./chosen.ts";
import { encodingOption, importCommand, mapOf } from "./import.ts";
import { showProgress } from "./progress.ts";
import { printCounts, secondsSince } from "./report.ts";
import { resolvePath, runOnDatabase } from "./run.ts";

interface ImportFlags {
  store: StoreKey;
  country?: string;
  map?: ReadonlyMap<FeedColumn, string>;
  currency?: string;
  encoding?: FileEncoding;
  acceptLoss?: boolean;
  acceptCollapse?: boolean;
  dryRun?: boolean;
  strict?: boolean;
}

/** More of them help no one. */
const maxProblems = 1_000;

/** `import prices`. */
export function pricesCommand(program: Command): void {
  importCommand(program)
    .command("prices")
    .description("Import a store's price file; offers missing from it are not changed")
    .argument("<file>", "CSV, TSV or Google Merchant XML, optionally gzipped (.gz): path or file:, https: or http: URL")
    .addOption(new Option("--store <key>", "store of the offers").argParser(parseStoreKey).makeOptionMandatory())
    .option("--country <code>", "country of the prices, in its currency (default: US)", parseCountry)
    .option("--map <field=column,...>", "map fields to the file's column names", mapOf(feedColumns))
    .option("--currency <code>", "currency of amounts that state none (default: reject such rows)", parseCurrency)
    .addOption(encodingOption())
    .option("--accept-loss", "import even if the file has lost more than 30% of its rows since the last import")
    .option("--accept-collapse", "import even if prices collapse (default: hold the reading for review)")
    .option("--dry-run", "show what would change without importing")
    .option("--strict", "import nothing if any row is invalid")
    .addHelpText("after", `\nFields (id and price are required):\n  ${feedColumns.join(", ")}`)
    .action((file: string, flags: ImportFlags) => runImport(file, flags));
}

function runImport(file: string, flags: ImportFlags): Promise<void> {
  const { store, country, map, currency, encoding, acceptLoss, acceptCollapse, dryRun, strict } = flags;
  const isAddress = /^(file|https?):/i.test(file);
  let problems = 0;
  return runOnDatabase(async ({ database, signal }) => {
    const start = performance.now();
    const shop = await requireChosenStore(database.db, store);
    const market = await requireChosenMarket(database.db, country);
    const progress = showProgress(`Reading ${basename(file)}`);
    const source = openFeed({
      store,
      market,
      location: isAddress ? file : resolvePath(file),
      client: createClient({ publicUrl: parseEnv(process.env).publicUrl, paceMs: 0 }),
      encoding,
      ...(map && { columns: map }),
      ...(currency && { currency }),
      onRead: progress.update,
    });
    const result = await importFeed(database.db, source, {
      now: new Date(),
      ...(acceptLoss && { acceptLoss }),
      ...(acceptCollapse && { acceptCollapse }),
      readAs: { source: isAddress ? maskAddress(file) : basename(file) },
      ...(dryRun && { dryRun }),
      ...(strict && { strict }),
      onRefusal: (refusal) => {
        if (isForeign(refusal)) return;
        problems += 1;
        if (problems <= maxProblems) progress.note(`${refusal.what}: ${refusal.message}`);
        if (problems === maxProblems) progress.note("Further rejected rows are counted but not listed");
      },
      signal,
    }).finally(progress.end);
    printImport(file, result, Boolean(dryRun), secondsSince(start));
    printHidden(market, shop);
  });
}

function printImport(file: string, result: FeedImportResult, isDryRun: boolean, seconds: number): void {
  console.log(isDryRun ? `Dry run of ${file}; nothing was imported:` : `Imported ${file}:`);
  printCounts({
    "rows read": result.read,
    "games matched": result.games,
    "offers changed": result.changed,
    "prices changed": result.priceChanges,
    "products without a certain match": result.unmatched,
    "products for other platforms or regions": result.foreign,
    "rows rejected": result.bad,
    ...(result.warned > 0 && { "values ignored": result.warned }),
    "duplicate rows": result.repeated,
    seconds,
  });
  if (result.unmatched > 0) console.log("Review uncertain products with: npm run cli -- matches list");
}
