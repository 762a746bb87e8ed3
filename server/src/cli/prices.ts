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
    .description("brings in a store's product feed; offers that it does not name stay as they are")
    .argument(
      "<file>",
      "CSV, TSV or Google Merchant XML, also packed (.gz): a path, or a file:, https: or http: address",
    )
    .addOption(new Option("--store <key>", "whose offers they are").argParser(parseStoreKey).makeOptionMandatory())
    .option("--country <code>", "whose prices they are, in its currency; the United States' by default", parseCountry)
    .option("--map <ours=theirs,…>", "names that the feed has for our columns", mapOf(feedColumns))
    .option(
      "--currency <code>",
      "what amounts without a currency are in; such rows are refused without it",
      parseCurrency,
    )
    .addOption(encodingOption())
    .option("--accept-loss", "believe a feed that has lost more than 30 % of its rows since the last time")
    .option("--accept-collapse", "believe prices that collapse; otherwise the reading is held")
    .option("--dry-run", "say what would happen and change nothing")
    .option("--strict", "import nothing when any row is bad")
    .addHelpText("after", `\nColumns, id and price at least:\n  ${feedColumns.join(", ")}`)
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
        if (problems === maxProblems) progress.note("and so on; what else is refused is counted");
      },
      signal,
    }).finally(progress.end);
    printImport(file, result, Boolean(dryRun), secondsSince(start));
    printHidden(market, shop);
  });
}

function printImport(file: string, result: FeedImportResult, isDryRun: boolean, seconds: number): void {
  console.log(isDryRun ? `${file} would change this, and was not imported:` : `Imported ${file}:`);
  printCounts({
    "rows read": result.read,
    "games found": result.games,
    "offers changed": result.changed,
    "prices changed": result.priceChanges,
    "products of no game for certain": result.unmatched,
    "for other machines or regions": result.foreign,
    "rows refused": result.bad,
    ...(result.warned > 0 && { "values ignored": result.warned }),
    "rows repeated": result.repeated,
    seconds,
  });
  if (result.unmatched > 0) console.log("Products that may be games wait in: npm run cli -- matches list");
}
