import type { Db } from "../db/connect.ts";
import { csvHead, toCsvLine } from "./present.ts";
import { listEntries } from "./queries.ts";

/** So many entries are in memory at a time, however many go out. */
const batch = 500;

/** The entries of these ids as a CSV file, piece by piece. */
export async function* exportEntries(db: Db, ids: Uint32Array): AsyncGenerator<string> {
  yield csvHead;
  for (let at = 0; at < ids.length; at += batch) {
    const rows = await listEntries(db, [...ids.subarray(at, at + batch)]);
    yield rows.map(toCsvLine).join("");
  }
}
