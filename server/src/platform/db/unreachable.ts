/** PostgreSQL's error classes, and Node's codes, of an unreachable or full database. */
const databaseUnreachable = /^(08|53|57P|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|ENOTFOUND)/;

/** Whether the database is unreachable, as opposed to a failed statement. */
export function isDatabaseUnreachable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { code?: unknown };
    if (typeof code === "string" && databaseUnreachable.test(code)) return true;
    // pg gives these no code
    if (/timeout exceeded when trying to connect|Connection terminated|not queryable/.test(cause.message)) return true;
  }
  return false;
}

/** Returns `fallback` while the database is unreachable: what is in memory is then shown without the rest. */
export function whileReachable<T>(fallback: T, reading: Promise<T>): Promise<T> {
  return reading.catch((error: unknown) => {
    if (!isDatabaseUnreachable(error)) throw error;
    return fallback;
  });
}
