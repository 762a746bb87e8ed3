import type { Command } from "commander";
import { AppError } from "contract/core/errors.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import { openCatalogueSources } from "../features/catalogue/commands-poll-catalogue.ts";
import { listEnabledMarkets } from "../features/markets/queries.ts";
import { type PollSource, pollSource } from "../features/prices/polls/commands-poll.ts";
import { openPollSources } from "../features/prices/polls/commands-poll-sources.ts";
import { countOutcome } from "../features/prices/polls/commands-sources.ts";
import { listFeedSettings } from "../features/prices/product-feeds/queries-feeds.ts";
import { openUpstreams } from "../features/prices/sources/upstreams.ts";
import { parseEnv } from "../platform/process/env.ts";
import { openSecretKey } from "../platform/process/secret-key.ts";
import { parseCountry, parseStoreKey, requireChosenMarket, requireChosenStore } from "./chosen.ts";
import { printCounts } from "./report.ts";
import { runOnDatabase, type Work } from "./run.ts";

/** `sync`. */
export function syncCommand(program: Command): void {
  program
    .command("sync")
    .description("Read prices from all sources now; resumes an interrupted reading")
    .option("--store <key>", "only read sources of this store", parseStoreKey)
    .option("--country <code>", "only read prices of this country, enabled or not", parseCountry)
    .option(
      "--catalogue",
      "read games and their details instead of prices; takes days for all of Steam, can be interrupted",
    )
    .action((flags: SyncFlags) => runSync(flags));
}

interface SyncFlags {
  catalogue?: boolean;
  store?: StoreKey;
  country?: string;
}

function runSync({ store, country, catalogue }: SyncFlags): Promise<void> {
  return runOnDatabase(async (work) => {
    const { db } = work.database;
    if (store !== undefined) await requireChosenStore(db, store);
    const markets = country === undefined ? await listEnabledMarkets(db) : [await requireChosenMarket(db, country)];
    const env = parseEnv(process.env);
    const upstreams = openUpstreams(env.publicUrl);
    const sources = catalogue
      ? openCatalogueSources(db, { env, clients: upstreams })
      : openPollSources(db, env, markets, await listFeedSettings(db, await openSecretKey(env)), upstreams);
    const wanted = sources.filter(
      (source) => (store === undefined || source.store === store) && (!country || source.country === country),
    );
    if (wanted.length === 0) {
      const what = [store && `store ${store}`, country && `country ${country}`].filter(Boolean).join(" and ");
      console.log(`No source is configured for ${what}; add a price file in the panel or set its URL`);
    }
    let failed = 0;
    for (const source of wanted) {
      if (work.signal.aborted) break;
      if (!(await syncSource(source, work))) failed += 1;
    }
    if (failed > 0) throw new AppError("unavailable", `${failed} of ${wanted.length} sources failed`);
  });
}

/** Reads one source and prints the outcome; returns whether it could be read. */
async function syncSource(source: PollSource, { database: { db, connection }, signal }: Work): Promise<boolean> {
  const poll = await pollSource(db, source, {
    connection,
    clock: () => new Date(),
    signal,
    origin: "command line",
    onEnd: async (tx, ended) => void (await countOutcome(tx, ended)),
  });
  if (poll === null) {
    console.log(`${source.key}: skipped, another process is reading it`);
    return true;
  }
  if (poll.state === "running") console.log(`${source.key}: interrupted; the next sync resumes it`);
  else if (poll.problem === null) console.log(`${source.key}:`);
  else console.error(`${source.key}: ${poll.problem}`);
  printCounts({
    "products read": poll.seen,
    changed: poll.changed,
    unmatched: poll.unmatched,
    rejected: poll.refused,
    closed: poll.closed,
  });
  return poll.problem === null;
}
