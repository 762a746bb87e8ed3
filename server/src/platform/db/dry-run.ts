import type { Db } from "./connect.ts";

/** Carries the result out of a rolled-back transaction. */
class DryRun<Result> extends Error {
  readonly result: Result;
  constructor(result: Result) {
    super("dry run");
    this.result = result;
  }
}

/** Runs the work in a transaction, which a dry run rolls back. */
export async function inTransaction<Result>(
  db: Db,
  { dryRun = false }: { dryRun?: boolean | undefined },
  work: (tx: Db) => Promise<Result>,
): Promise<Result> {
  try {
    return await db.transaction(async (tx) => {
      const result = await work(tx);
      if (dryRun) throw new DryRun(result);
      return result;
    });
  } catch (error) {
    if (error instanceof DryRun) return error.result as Result;
    throw error;
  }
}
