import type { Connection, Database, Db } from "../connect.ts";

/** Reads of public data, from the database or from a replica that has every change that this process has received. */
export interface Reads {
  /** Prepares a query for both. */
  prepare<Args extends unknown[], Result>(
    prepare: (db: Db) => (...args: Args) => Promise<Result>,
  ): (...args: Args) => Promise<Result>;
  /** For reads on a connection of their own. */
  connect<Result>(read: (connection: Connection) => Promise<Result>): Promise<Result>;
}

/** Reads of a site without a replica. */
export function primaryReads({ db, connection }: Pick<Database, "db"> & { connection: Connection }): Reads {
  return {
    prepare: (prepare) => prepare(db),
    connect: (read) => read(connection),
  };
}
