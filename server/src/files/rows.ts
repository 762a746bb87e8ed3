import { open } from "node:fs/promises";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { AppError } from "contract/errors.ts";
import { textProblems } from "contract/unicode.ts";
import { CsvError, parse } from "csv-parse";

/** What a line of a file holds, or why it cannot be read. Lines count from 1; a CSV row is named by its first line. */
export type ReadRow = { line: number; fields: unknown } | { line: number; problem: string };

/** More than any honest row has; what bounds the memory that a file without line breaks can take. */
const longestRow = 1_000_000;
const maxColumns = 1_000;

/**
 * The rows of a JSON Lines or CSV file, one after the other in constant memory; `.gz` is unpacked.
 * A CSV cell is text, an empty one `null`. `onRead` hears how much of the file has been read, in bytes, and its size.
 * Throws `invalid` for a file that cannot be read at all.
 */
export async function* readRows(path: string, onRead?: (bytes: number, size: number) => void): AsyncGenerator<ReadRow> {
  const format = formatOf(path);
  const file = await open(path).catch((cause: NodeJS.ErrnoException) => {
    throw new AppError("invalid", `${path} cannot be read (${cause.code})`);
  });
  try {
    const { size } = await file.stat();
    const stored = file.createReadStream({ autoClose: false });
    if (onRead) stored.on("data", () => onRead(stored.bytesRead, size));
    const plain = format.isPacked ? pipeline(stored, createGunzip(), () => {}) : stored;
    for await (const row of format.isCsv ? csvRows(plain) : jsonRows(plain)) yield checkTexts(row);
  } catch (error) {
    throw asRefusal(path, error);
  } finally {
    await file.close();
  }
}

/** The row, or its problem where a text in it could not be stored. */
export function checkTexts(row: ReadRow): ReadRow {
  if ("problem" in row) return row;
  const [problem] = textProblems(row.fields);
  return problem ? { line: row.line, problem: `${problem.path} ${problem.msg}` } : row;
}

/** How a file is read or written, by its name. Throws `invalid` for other names. */
export function formatOf(path: string): { isCsv: boolean; isPacked: boolean } {
  const ending = /\.(jsonl|ndjson|csv)(\.gz)?$/i.exec(path);
  if (!ending) throw new AppError("invalid", `${path} must end in .jsonl, .ndjson or .csv, or in one of these and .gz`);
  return { isCsv: ending[1]?.toLowerCase() === "csv", isPacked: ending[2] !== undefined };
}

async function* jsonRows(source: AsyncIterable<Buffer>): AsyncGenerator<ReadRow> {
  // Each line alone, so that one with broken characters does not take the file with it. Drops a byte order mark.
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let line = 0;
  for await (const bytes of splitLines(source)) {
    line += 1;
    if (bytes === null) {
      yield { line, problem: `is longer than ${longestRow} bytes` };
      continue;
    }
    let text: string;
    try {
      text = decoder.decode(bytes).trim();
    } catch {
      yield { line, problem: "is not UTF-8" };
      continue;
    }
    if (text === "") continue;
    try {
      yield { line, fields: JSON.parse(text) };
    } catch {
      yield { line, problem: "is not JSON" };
    }
  }
}

/** The lines without their breaks; `null` for one that is too long. */
async function* splitLines(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer | null> {
  let begun: Buffer[] = [];
  let length = 0;
  const add = (piece: Buffer) => {
    length += piece.length;
    if (length > longestRow) begun = [];
    else begun.push(piece);
  };
  const take = () => {
    const line = length > longestRow ? null : Buffer.concat(begun);
    begun = [];
    length = 0;
    return line;
  };
  for await (const chunk of source) {
    let start = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      add(chunk.subarray(start, end));
      yield take();
      start = end + 1;
    }
    add(chunk.subarray(start));
  }
  if (length > 0) yield take();
}

/** The rows of a CSV file, or of one with another sign between its cells; the first row names them. Throws what `asRefusal` explains. */
export async function* csvRows(source: AsyncIterable<Buffer>, delimiter = ","): AsyncGenerator<ReadRow> {
  const texts = decodeUtf8(source);
  const { value: head = "" } = await texts.next();
  const isDump = usesBackslashes(head);
  const parser = parse({
    delimiter,
    escape: isDump ? "\\" : '"',
    info: true,
    max_record_size: longestRow,
    relax_column_count: true,
    // A stray quote spoils its own row, not those after it.
    relax_quotes: true,
  });
  pipeline(joined(head, texts), parser, () => {});

  let header: string[] | null = null;
  let lastLine = 0;
  for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
    const line = lastLine + 1;
    lastLine = info.lines;
    if (record.length === 1 && record[0] === "") continue;
    if (header === null) {
      header = readHeader(record);
    } else if (record.length !== header.length) {
      yield { line, problem: `has ${record.length} cells, the header has ${header.length}` };
    } else {
      const cells = record.map((cell) => (cell === "" || (isDump && cell === "\\N") ? null : cell));
      yield { line, fields: Object.fromEntries(header.map((name, index) => [name, cells[index]])) };
    }
  }
}

function readHeader(record: string[]): string[] {
  if (record.length > maxColumns) throw new AppError("invalid", `has more than ${maxColumns} columns`);
  const names = record.map((name) => name.trim());
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) throw new AppError("invalid", `has two columns named ${repeated}`);
  return names;
}

/**
 * Dumps of MySQL write `\N` for null and `\"` for a quote; everybody else writes nothing and `""`. A text may hold either,
 * so `\N` counts where no quotes are around it, as far as the quotes of the head are those of everybody else.
 */
function usesBackslashes(head: string): boolean {
  const cell = /(?:"[^"]*(?:""[^"]*)*"|([^",\r\n]*))(?:,|\r?\n|$)/y;
  while (cell.lastIndex < head.length) {
    const start = cell.lastIndex;
    const found = cell.exec(head);
    if (found?.[1] === "\\N") return true;
    if (!found) {
      const isCutOff = /^"[^"]*(?:""[^"]*)*$/.test(head.slice(start));
      return !isCutOff && /(^|,)\\N(,|\r?$)/m.test(head) && !/[^,\n\\]""/.test(head);
    }
  }
  return false;
}

/** Text in pieces; throws at what is not UTF-8. */
export async function* decodeUtf8(source: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  for await (const chunk of source) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

async function* joined(head: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield head;
  yield* rest;
}

/** One line that says why the file is refused. Failures of our own pass through. */
export function asRefusal(path: string, error: unknown): unknown {
  const refusal = (reason: string) => new AppError("invalid", `${path} ${reason}`);
  if (error instanceof AppError) return refusal(error.message);
  if (error instanceof CsvError) return refusal(`is not CSV: ${error.message}`);
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "ERR_ENCODING_INVALID_ENCODED_DATA") return refusal("is not UTF-8");
  if (code.startsWith("Z_")) return refusal("cannot be unpacked: it is damaged or cut off");
  if (code === "EISDIR") return refusal("is a folder");
  return error;
}
