import { rowReader } from "./snapshot-binary.ts";
import { type GameRow, recordColumns } from "./snapshot-rows.ts";

/**
 * What is known of each game, in memory that the collector of garbage never looks into: the values of `recordColumns`
 * in binary. 150,000 games take some 50 MB so, and several hundred as objects.
 */
export interface Records {
  /** Each record stands as a whole in one of these; new ones are put into the last. */
  chunks: Uint8Array<ArrayBuffer>[];
  /** By slot: the number of the chunk. */
  chunkOf: Uint16Array<ArrayBuffer>;
  /** By slot: where the record begins in its chunk. */
  starts: Uint32Array<ArrayBuffer>;
  /** By slot: how many bytes the record has; 0 = there is none. */
  lengths: Uint32Array<ArrayBuffer>;
  /** Where the last chunk is free from. */
  end: number;
  /** How many bytes were records and are not any more. */
  wasted: number;
}

const chunkBytes = 1 << 20;

const readRow = rowReader(recordColumns);

export function createRecords(capacity: number): Records {
  return {
    chunks: [new Uint8Array(chunkBytes)],
    chunkOf: new Uint16Array(capacity),
    starts: new Uint32Array(capacity),
    lengths: new Uint32Array(capacity),
    end: 0,
    wasted: 0,
  };
}

/** The same records with places for another number of slots. */
export function resizeRecords(records: Records, size: number, capacity: number): Records {
  const { chunkOf, starts, lengths } = createRecords(capacity);
  chunkOf.set(records.chunkOf.subarray(0, size));
  starts.set(records.starts.subarray(0, size));
  lengths.set(records.lengths.subarray(0, size));
  return { ...records, chunkOf, starts, lengths };
}

/** What is known of the game in the slot, which must have a record. */
export function readRecord({ chunks, chunkOf, starts, lengths }: Records, slot: number): GameRow {
  const { buffer } = chunks[chunkOf[slot]!]!;
  return readRow(Buffer.from(buffer, starts[slot], lengths[slot]), 0);
}

/** Makes these bytes the slot's record: in the place of the one before if they fit, else behind all others. */
export function writeRecord(records: Records, slot: number, bytes: Uint8Array): void {
  const { chunks, chunkOf, starts, lengths } = records;
  records.wasted += lengths[slot]!;
  if (bytes.length <= lengths[slot]!) records.wasted -= bytes.length;
  else {
    if (records.end + bytes.length > chunks.at(-1)!.length) {
      chunks.push(new Uint8Array(Math.max(chunkBytes, bytes.length)));
      records.end = 0;
    }
    chunkOf[slot] = chunks.length - 1;
    starts[slot] = records.end;
    records.end += bytes.length;
  }
  lengths[slot] = bytes.length;
  chunks[chunkOf[slot]!]!.set(bytes, starts[slot]);
}

/** Leaves the slot without a record. */
export function dropRecord(records: Records, slot: number): void {
  records.wasted += records.lengths[slot]!;
  records.lengths[slot] = 0;
}

/** Whether more of the memory is wasted than used: then the records are better made anew. */
export function isWasteful({ chunks, wasted }: Records): boolean {
  return wasted > chunkBytes && wasted > (chunks.length * chunkBytes) / 2;
}
