import { once } from "node:events";
import type { Command } from "commander";
import { verifyChain } from "../audit/queries-verify.ts";
import { type Moved, type MoveStep, moveDatabase } from "../backup/move.ts";
import { planMove } from "../backup/move-plan.ts";
import { type OpenDatabase, openDatabaseAsIs } from "../db/open.ts";
import { type Env, parseEnv } from "../env.ts";
import { StartError } from "../start-error.ts";
import { showProgress } from "./progress.ts";
import { printCounts, secondsSince } from "./report.ts";
import { runOnDatabase, type Work } from "./run.ts";

interface Choices {
  to: string;
  dryRun?: true;
  /** False: the old database may be written to again as soon as all is copied. */
  hold: boolean;
}

/** `migrate-database`. */
export function moveCommand(program: Command): void {
  program
    .command("migrate-database")
    .description(
      "moves the site to another database, which it fills; the site can be read meanwhile, and nothing saved",
    )
    .requiredOption("--to <address>", "postgresql://… of an empty database, or embedded for the one in DATA_DIR")
    .option("--dry-run", "only says what would be copied")
    .option("--no-hold", "ends at once, for when no site runs on the old database")
    .action((choices: Choices) => {
      return runOnDatabase((work) => (choices.dryRun ? runPlan(work, choices) : runMove(work, choices)), {
        asIs: true,
        stopped: "Stopped. The site can write to its database again; the same command goes on where it was",
      });
    });
}

async function runPlan({ database }: Work, { to }: Choices): Promise<void> {
  // the embedded one would be made by looking at it
  if (to !== "embedded") await (await openTarget(to)).close();
  const client = await database.pool.connect();
  const planned = await planMove(client).finally(() => client.release());
  console.log("Would copy these tables, and those that are empty; rows:");
  printCounts(Object.fromEntries(planned.map(({ table, rows }) => [table, rows])));
  console.log("In all:");
  printCounts({
    rows: planned.reduce((sum, { rows }) => sum + rows, 0),
    "bytes on the disk": planned.reduce((sum, { bytes }) => sum + bytes, 0),
  });
}

async function runMove({ database, signal }: Work, { to, hold }: Choices): Promise<void> {
  const target = await openTarget(to);
  try {
    const moved = await copyAll(database, target, signal);
    try {
      await checkAuditLog(target);
      sayHowToGoOn(to);
      if (hold) await holdUntilTold(moved, signal);
    } finally {
      await moved.hold.release();
    }
  } finally {
    await target.close();
  }
}

/** Throws StartError where there is no such server, it is too old, or the address is none. */
function openTarget(to: string): Promise<OpenDatabase> {
  const env = parseEnv(process.env);
  const log = { info: () => {}, warn: () => {}, error: console.error };
  return openDatabaseAsIs({ dataDir: env.dataDir, databaseUrl: addressOf(to, env) }, log, undefined, "The target");
}

function addressOf(to: string, env: Env): string | undefined {
  if (to === "embedded") {
    if (env.databaseUrl) return undefined;
    throw new StartError("The site is on the embedded database already: set DATABASE_URL to the one that it is on");
  }
  if (URL.canParse(to) && /^postgres(ql)?:$/.test(new URL(to).protocol)) return to;
  throw new StartError("--to must be an address that begins with postgresql://, or embedded");
}

const steps: Record<MoveStep, string> = {
  resting: "The site becomes read-only: waiting for what is being written",
  comparing: "Reading what there is",
  copying: "Copying",
  finishing: "Checking rules and building indexes",
};

async function copyAll(source: OpenDatabase, target: OpenDatabase, signal: AbortSignal): Promise<Moved> {
  const start = performance.now();
  const progress = showProgress("Moving");
  const moved = await moveDatabase(source.connection, target.connection, {
    signal,
    onStep: (step) => progress.note(steps[step]),
    onMoved: progress.update,
  }).finally(progress.end);
  console.log("Moved, and equal on both sides:");
  printCounts({
    tables: moved.tables,
    rows: moved.rows,
    "copied before": moved.rowsBefore,
    seconds: secondsSince(start),
  });
  if (moved.leftOut.length > 0) console.log(`Left out, not tables of the site: ${moved.leftOut.join(", ")}`);
  return moved;
}

/** The copy is exact: what is wrong with it was wrong before, and is no reason to stay. */
async function checkAuditLog({ db }: OpenDatabase): Promise<void> {
  const { entries, problem } = await db.transaction((tx) => verifyChain(tx), { isolationLevel: "repeatable read" });
  if (problem) console.error(`The audit log was changed before the move. ${problem}`);
  else console.log(`The audit log is as it was written, ${entries} entries`);
}

function sayHowToGoOn(to: string): void {
  const where = to === "embedded" ? "Remove DATABASE_URL" : `Set DATABASE_URL to ${withoutPassword(to)}`;
  console.log(`${where} and restart the site.`);
}

function withoutPassword(to: string): string {
  const url = new URL(to);
  if (url.password) url.password = "…";
  return decodeURI(url.href);
}

async function holdUntilTold({ hold }: Moved, signal: AbortSignal): Promise<void> {
  console.log(
    "This command holds the old database read-only until you press Ctrl-C: do so when the site runs on the new one.",
  );
  const ended = AbortSignal.any([signal, hold.lost]);
  // so that the process stays, whatever else it waits for
  const staying = setInterval(() => {}, 60_000);
  if (!ended.aborted) await once(ended, "abort");
  clearInterval(staying);
  if (!signal.aborted) {
    throw new StartError(
      "The old database is no longer held read-only: what is written there now is not in the new one",
    );
  }
}
