import type { Connection, Database, Db } from "../connect.ts";

/** Reads of public data, from the primary or from a replica that has every change received by this process. */
export interface Reads {
  /** Prepares a query for both. */
  prepare<Args extends unknown[], Result>(
    prepare: (db: Db) => (...args: Args) => Promise<Result>,
  ): (...args: Args) => Promise<Result>;
  /** For reads on a separate connection. */
  connect<Result>(read: (connection: Connection) => Promise<Result>): Promise<Result>;
}

/** Reads of a site without a replica. */
export function primaryReads({ db, connection }: Pick<Database, "db"> & { connection: Connection }): Reads {
  return {
    prepare: (prepare) => prepare(db),
    connect: (read) => read(connection),
  };
}
