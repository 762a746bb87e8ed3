import { formatCount } from "contract/core/counts.ts";
/** Prints one count per line, aligned in columns. */
export function printCounts(counts: Record<string, number>): void {
  const lines = Object.entries(counts).map(([what, count]) => [what, formatCount(count)] as const);
  const maxNameLength = Math.max(...lines.map(([what]) => what.length));
  const maxCountLength = Math.max(...lines.map(([, count]) => count.length));
  for (const [what, count] of lines) console.log(`  ${what.padEnd(maxNameLength)}  ${count.padStart(maxCountLength)}`);
}

/** Seconds since `start` (of `performance.now()`), with one decimal. */
export function secondsSince(start: number): number {
  return Math.round((performance.now() - start) / 100) / 10;
}

/** Prints one row per line, aligned in columns. */
export function printTable(rows: readonly (readonly string[])[]): void {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]!.length))) ?? [];
  for (const row of rows)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join("  ")
        .trimEnd(),
    );
}
