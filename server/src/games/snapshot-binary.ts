import type { Column, Kind, SnapshotRow } from "./snapshot-rows.ts";

// Values as PostgreSQL copies them out in binary: before each of them four bytes that say how many it has, -1 for null.
// What comes so from the database is kept as it is; to take a value out is hardly work.

const bytesOfLength = 4;
const nullLength = -1;

/** Where so many values end, the first of which begins at `start`; `undefined` = not all of them are there. */
export function endOfValues(bytes: Buffer, start: number, count: number): number | undefined {
  let end = start;
  for (let value = 0; value < count; value++) {
    if (end + bytesOfLength > bytes.length) return undefined;
    end += bytesOfLength + Math.max(0, bytes.readInt32BE(end));
  }
  return end <= bytes.length ? end : undefined;
}

/** Makes what reads the values of these columns, the first of which begins at `start`. */
export function rowReader<Name extends keyof SnapshotRow>(
  columns: readonly Column<Name>[],
): (bytes: Buffer, start: number) => Pick<SnapshotRow, Name> {
  // a copy of it has all its fields at once: one that grew field by field would leave four times as much garbage
  const blank = Object.fromEntries(columns.map(({ name }) => [name, null as unknown]));

  return (bytes, start) => {
    const row = { ...blank };
    let at = start;
    for (const { name, kind } of columns) {
      const length = bytes.readInt32BE(at);
      at += bytesOfLength;
      if (length === nullLength) continue;
      row[name] = readValue(bytes, at, length, kind);
      at += length;
    }
    return row as Pick<SnapshotRow, Name>;
  };
}

function readValue(bytes: Buffer, at: number, length: number, kind: Kind): unknown {
  if (kind === "text") return bytes.toString("utf8", at, at + length);
  if (kind === "int") return bytes.readInt32BE(at);
  return kind === "float" ? bytes.readDoubleBE(at) : bytes[at] === 1;
}

/** The bytes from which a `rowReader` of these columns reads the row. */
export function writeValues<Name extends keyof SnapshotRow>(
  row: Pick<SnapshotRow, Name>,
  columns: readonly Column<Name>[],
): Buffer {
  return Buffer.concat(columns.flatMap(({ name, kind }) => toBytes(row[name], kind)));
}

function toBytes(value: SnapshotRow[keyof SnapshotRow], kind: Kind): Buffer[] {
  if (value === null) return [int32(nullLength)];
  const bytes = valueBytes(value, kind);
  return [int32(bytes.length), bytes];
}

function valueBytes(value: string | number | boolean, kind: Kind): Buffer {
  if (kind === "text") return Buffer.from(String(value));
  if (kind === "int") return int32(Number(value));
  if (kind === "bool") return Buffer.of(Number(value));
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(Number(value));
  return bytes;
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}
