import { resolve } from "node:path";
import { AppError } from "contract/core/errors.ts";
import { type OpenDatabase, openDatabase, openDatabaseAsIs } from "../platform/db/open.ts";
import { parseEnv } from "../platform/process/env.ts";
import { StartError } from "../platform/process/start-error.ts";

export interface Work {
  database: OpenDatabase;
  /** Aborted when the operator wants the command to stop; transactions are then rolled back. */
  signal: AbortSignal;
}

/**
 * Opens the database that the environment names, does the work and closes it. The process ends with code 0 only when
 * all went well; what the operator can repair is said in one line. With `asIs` the schema is left as it is; `asOwner`
 * is for work that changes more than rows; `stopped` is said when the operator ended it.
 */
export async function runOnDatabase(
  work: (work: Work) => Promise<void>,
  { asIs = false, asOwner = false, stopped = "Stopped; nothing was changed" } = {},
): Promise<void> {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
  try {
    const log = { info: () => {}, warn: console.error, error: console.error };
    const env = parseEnv(process.env);
    const database = await (asIs ? openDatabaseAsIs(env, log) : openDatabase(env, log, { asOwner }));
    try {
      await work({ database, signal: stopping.signal });
    } finally {
      await database.close();
    }
    process.exit(0);
  } catch (error) {
    console.error(stopping.signal.aborted ? stopped : messageOf(error));
    process.exit(1);
  }
}

function messageOf(error: unknown): unknown {
  const isForOperators = error instanceof AppError || error instanceof StartError;
  return isForOperators ? error.message : error;
}

/** A path as it was typed: npm runs its scripts in the folder of the package, wherever it was called. */
export function resolvePath(path: string): string {
  return resolve(process.env.INIT_CWD ?? process.cwd(), path);
}
