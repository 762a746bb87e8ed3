import type { Connection, Database, Db } from "./connect.ts";

/** Reads of what everybody may see, from the database or from a copy of it that knows all that this process has heard of. */
export interface Reads {
  /** A query that may be asked of either: prepared for both. */
  prepare<Args extends unknown[], Answer>(
    prepare: (db: Db) => (...args: Args) => Promise<Answer>,
  ): (...args: Args) => Promise<Answer>;
  /** For reads on a connection of their own. */
  connect<Answer>(read: (connection: Connection) => Promise<Answer>): Promise<Answer>;
}

/** Reads of a site without a replica. */
export function primaryReads({ db, connection }: Pick<Database, "db"> & { connection: Connection }): Reads {
  return {
    prepare: (prepare) => prepare(db),
    connect: (read) => read(connection),
  };
}
