import { type GameRow, gameFields } from "./rows.ts";

/**
 * What is known of each game as JSON, in memory that the garbage collector doesn't traverse: an array of the values of
 * `gameFields` per game (decision 025).
 */
export interface Records {
  /** The records of `gamesPerPage` slots each. */
  pages: Uint8Array<ArrayBuffer>[];
  /** By slot: where in its page the record ends. */
  ends: Uint32Array<ArrayBuffer>;
}

/** Also how many rows are fetched at a time. */
export const gamesPerPage = 1_000;

export function toRecord(row: GameRow): string {
  return JSON.stringify(gameFields.map((field) => row[field]));
}

export function parseRecord(record: string): GameRow {
  const values = JSON.parse(record) as unknown[];
  const row: Partial<Record<keyof GameRow, unknown>> = {};
  for (const [n, field] of gameFields.entries()) row[field] = values[n];
  return row as GameRow;
}

/** The record of the slot as it was when the read model was built. */
export function readRecord({ pages, ends }: Records, slot: number): string {
  const { buffer } = pages[Math.trunc(slot / gamesPerPage)]!;
  const start = slot % gamesPerPage === 0 ? 0 : ends[slot - 1]!;
  return Buffer.from(buffer, start, ends[slot]! - start).toString();
}
