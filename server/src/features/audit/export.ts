import type { Db } from "../../platform/db/connect.ts";
import { csvHead, toCsvLine } from "./present.ts";
import { listEntries } from "./queries.ts";

const batch = 500;

/** The entries of these ids as a CSV file, in pieces: one batch is in memory at a time. */
export async function* exportEntries(db: Db, ids: readonly number[]): AsyncGenerator<string> {
  yield csvHead;
  for (let at = 0; at < ids.length; at += batch) {
    const rows = await listEntries(db, ids.slice(at, at + batch));
    yield rows.map(toCsvLine).join("");
  }
}
