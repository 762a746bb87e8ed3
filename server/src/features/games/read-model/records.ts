import { factFields, type GameFacts } from "./rows.ts";

/**
 * The data of each game as JSON, in memory that the garbage collector doesn't traverse: an array of values per game
 * (decision 005). An empty record = no data.
 */
export interface Records {
  /** The records of `gamesPerPage` slots each. */
  pages: Uint8Array<ArrayBuffer>[];
  /** By slot: the end of the record in its page. */
  ends: Uint32Array<ArrayBuffer>;
}

/** Also the number of rows per fetch. */
export const gamesPerPage = 1_000;

export function parseFacts(record: string): GameFacts {
  const values = JSON.parse(record) as unknown[];
  const facts: Partial<Record<keyof GameFacts, unknown>> = {};
  for (const [n, field] of factFields.entries()) facts[field] = values[n];
  return facts as GameFacts;
}

/** Packs records in the order of their slots. */
export function packRecords(): { add(record: string): void; end(): Records } {
  const pages: Uint8Array<ArrayBuffer>[] = [];
  const ends: number[] = [];
  let page: string[] = [];
  let end = 0;
  function closePage(): void {
    if (page.length > 0) pages.push(new TextEncoder().encode(page.join("")));
    page = [];
    end = 0;
  }
  return {
    add(record) {
      page.push(record);
      end += Buffer.byteLength(record);
      ends.push(end);
      if (page.length === gamesPerPage) closePage();
    },
    end() {
      closePage();
      return { pages, ends: Uint32Array.from(ends) };
    },
  };
}

/** The record of the slot from the build; empty for a game that was added later. */
export function readRecord(records: Records, slot: number): string {
  const { bytes, start, end } = readRecordBytes(records, slot);
  return Buffer.from(bytes.buffer, start, end - start).toString();
}

const nothing = new Uint8Array(0);

/** The record as bytes of a page, from `start` to `end`. */
function readRecordBytes({ pages, ends }: Records, slot: number) {
  if (slot >= ends.length) return { bytes: nothing, start: 0, end: 0 };
  const bytes = pages[Math.trunc(slot / gamesPerPage)]!;
  return { bytes, start: slot % gamesPerPage === 0 ? 0 : ends[slot - 1]!, end: ends[slot]! };
}
