import type { ClientBase } from "pg";
import { to as copyTo } from "pg-copy-streams";
import { endOfValues } from "./snapshot-binary.ts";

/** Much longer than the next rows take, and an end for a wait on a database that was cut off. */
const patienceMs = 60_000;

/** The signature, flags, and the length of an extension that nobody has defined. */
const headerBytes = 19;

/** Before each row: how many values it has. */
const countBytes = 2;

/**
 * Runs the query, whose rows have so many columns, and hands over each row: the bytes in which its values begin at
 * `start`, and end before `end`. They may be read only until the function returns.
 */
export async function copyRows(
  client: ClientBase,
  query: string,
  columns: number,
  onRow: (bytes: Buffer, start: number, end: number) => void,
): Promise<void> {
  const stream = client.query(copyTo(`copy (${query}) to stdout (format binary)`));
  const patience = setTimeout(() => stream.destroy(new Error("The database sends nothing")), patienceMs);
  let bytes = Buffer.alloc(0);
  let at = headerBytes;
  try {
    for await (const piece of stream) {
      patience.refresh();
      bytes = bytes.length === 0 ? piece : Buffer.concat([bytes, piece]);
      for (;;) {
        // the end has no values, and a count of -1
        const end = endOfValues(bytes, at + countBytes, columns);
        if (end === undefined) break;
        onRow(bytes, at + countBytes, end);
        at = end;
      }
      const read = Math.min(at, bytes.length);
      bytes = bytes.subarray(read);
      at -= read;
    }
  } finally {
    clearTimeout(patience);
  }
}
