import { closeSync, openSync, writeSync } from "node:fs";
import type { RejectedRow } from "contract/imports/schema.ts";
import { csvHead, csvLine } from "../../platform/files/csv.ts";

/** Further rows are only counted. */
const maxRows = 100_000;
const maxExamples = 20;
/** Lines per write. */
const batchSize = 1_000;

export interface RejectedRows {
  add(row: RejectedRow): void;
  /** Writes the remaining lines. Returns the first rows; without any there is no file. */
  end(): RejectedRow[];
}

/** Writes rejected rows to a CSV file. Synchronous, as the callers are. */
export function openRejectedRows(path: string): RejectedRows {
  const examples: RejectedRow[] = [];
  let file: number | null = null;
  let lines: string[] = [];
  let count = 0;

  function flush(): void {
    if (lines.length === 0) return;
    file ??= openSync(path, "w", 0o600);
    writeSync(file, lines.join(""));
    lines = [];
  }

  return {
    add(row) {
      count += 1;
      if (count > maxRows) return;
      if (count === 1) lines.push(csvHead(["row", "field", "reason"]));
      if (examples.length < maxExamples) examples.push(row);
      lines.push(csvLine([row.row, row.field, row.reason]));
      if (count === maxRows) lines.push(csvLine(["", "", "What else stays out is counted"]));
      if (lines.length >= batchSize) flush();
    },
    end() {
      flush();
      if (file !== null) closeSync(file);
      file = null;
      return examples;
    },
  };
}
