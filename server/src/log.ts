import { DrizzleQueryError } from "drizzle-orm/errors";
import { type Logger, pino, stdSerializers } from "pino";

/** The site's log: a line of JSON for each event, on standard output. `write` takes the lines elsewhere, for tests. */
export function createLog(level: string, write?: (line: string) => void): Logger {
  const options = { level, serializers: { err: toLoggedError } };
  return write ? pino(options, { write }) : pino(options);
}

/**
 * An error as the log may keep it: a failed query without its parameters, which may be addresses of people,
 * hashes of their passwords or links that sign them in.
 */
function toLoggedError(error: Error): unknown {
  const { params: _, detail: __, ...logged } = stdSerializers.err(error);
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (!(cause instanceof DrizzleQueryError)) continue;
    const parameters = `\nparams: ${cause.params}`;
    logged.message = logged.message.replaceAll(parameters, "");
    logged.stack = logged.stack.replaceAll(parameters, "");
  }
  return logged;
}
