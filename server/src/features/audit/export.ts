import type { Db } from "../../platform/db/connect.ts";
import { csvHead, toCsvLine } from "./present.ts";
import { listEntries } from "./queries.ts";

const batchSize = 500;

/** Streams the entries of these ids as a CSV file, with one batch in memory at a time. */
export async function* exportEntries(db: Db, ids: readonly number[]): AsyncGenerator<string> {
  yield csvHead;
  for (let at = 0; at < ids.length; at += batchSize) {
    const rows = await listEntries(db, ids.slice(at, at + batchSize));
    yield rows.map(toCsvLine).join("");
  }
}
