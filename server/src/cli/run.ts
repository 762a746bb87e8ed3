import { resolve } from "node:path";
import { AppError } from "contract/core/errors.ts";
import { sql } from "../platform/db/drizzle.ts";
import { type OpenDatabase, openDatabase, openDatabaseAsIs } from "../platform/db/open.ts";
import { type Env, parseEnv } from "../platform/process/env.ts";
import { StartError } from "../platform/process/start-error.ts";

export interface Work {
  database: OpenDatabase;
  env: Env;
  /** Aborted when the operator stops the command; transactions are then rolled back. */
  signal: AbortSignal;
}

/** A command failed and has printed why. */
export class CommandFailed extends Error {}

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Opens the database of the environment, does the work and closes it. `asIs` skips migrations; `asOwner` is for work
 * that changes more than rows; `stopped` is printed when the operator stopped the command.
 */
export function runOnDatabase(
  work: (work: Work) => Promise<void>,
  { asIs = false, asOwner = false, stopped }: { asIs?: boolean; asOwner?: boolean; stopped?: string } = {},
): Promise<void> {
  return runReporting(async (env, signal) => {
    const database = await (asIs ? openDatabaseAsIs(env, operatorLog) : openDatabase(env, operatorLog, { asOwner }));
    try {
      await work({ database, env, signal });
      // a site that runs shows what the operator changed at once
      await database.db.execute(sql`select pg_notify('changes', 'caches')`);
    } finally {
      await database.close();
    }
  }, stopped);
}

/** For what opening a database has to say. */
export const operatorLog = { info: () => {}, warn: console.error, error: console.error };

/** Prints why the work fails, in one line if the operator can fix it, and throws `CommandFailed`. */
export async function runReporting(
  work: (env: Env, signal: AbortSignal) => Promise<void>,
  stopped = "Interrupted; nothing was changed",
): Promise<void> {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  for (const signal of signals) process.on(signal, stop);
  try {
    await work(parseEnv(process.env), stopping.signal);
  } catch (error) {
    console.error(stopping.signal.aborted ? stopped : messageOf(error));
    throw new CommandFailed();
  } finally {
    for (const signal of signals) process.off(signal, stop);
  }
}

/** One line for what the operator can fix; the error itself otherwise. */
export function messageOf(error: unknown): unknown {
  const isForOperators = error instanceof AppError || error instanceof StartError;
  return isForOperators ? error.message : error;
}

/** Resolves a path against the operator's folder: npm runs scripts in that of the package. */
export function resolvePath(path: string): string {
  return resolve(process.env.INIT_CWD ?? process.cwd(), path);
}
