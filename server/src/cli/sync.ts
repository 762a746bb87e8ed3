import { type Command, Option } from "commander";
import { AppError } from "contract/core/errors.ts";
import { type StoreKey, storeKeys } from "contract/stores.ts";
import { type PollSource, pollSource } from "../features/prices/polls/commands-poll.ts";
import { openPollSources } from "../features/prices/polls/commands-poll-sources.ts";
import { parseEnv } from "../platform/process/env.ts";
import { printCounts } from "./report.ts";
import { runOnDatabase, type Work } from "./run.ts";

/** `sync`. */
export function syncCommand(program: Command): void {
  program
    .command("sync")
    .description("reads the stores' prices once, now, or goes on with a reading that broke off")
    .addOption(new Option("--store <key>", "only what tells of this store").choices(storeKeys))
    .action(({ store }: { store?: StoreKey }) => runSync(store));
}

function runSync(store: StoreKey | undefined): Promise<void> {
  return runOnDatabase(async (work) => {
    const sources = openPollSources(work.database.db, parseEnv(process.env));
    const wanted = sources.filter((source) => store === undefined || source.store === store);
    if (wanted.length === 0) console.log(`No source tells of ${store}: the address of its feed is not set`);
    let failed = 0;
    for (const source of wanted) {
      if (work.signal.aborted) break;
      if (!(await syncSource(source, work))) failed += 1;
    }
    if (failed > 0) throw new AppError("unavailable", `${failed} of ${wanted.length} sources could not be read whole`);
  });
}

/** Reads one source and prints what came of it; answers whether it could be read. */
async function syncSource(source: PollSource, { database: { db, connection }, signal }: Work): Promise<boolean> {
  const poll = await pollSource(db, source, { connection, clock: () => new Date(), signal });
  if (poll === null) {
    console.log(`${source.key}: another process is reading it just now`);
    return true;
  }
  if (poll.state === "running") console.log(`${source.key}: stopped; the next reading goes on from there`);
  else if (poll.problem === null) console.log(`${source.key}:`);
  else console.error(`${source.key}: ${poll.problem}`);
  printCounts({
    "products seen": poll.seen,
    changed: poll.changed,
    "without a game": poll.unmatched,
    refused: poll.refused,
    closed: poll.closed,
  });
  return poll.problem === null;
}
