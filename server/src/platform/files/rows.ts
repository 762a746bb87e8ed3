import { open } from "node:fs/promises";
import { pipeline } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { createGunzip } from "node:zlib";
import { AppError } from "contract/core/errors.ts";
import type { FileEncoding } from "contract/core/file-encoding.ts";
import { textProblems } from "contract/core/text.ts";
import { CsvError, parse } from "csv-parse";
import { decodeText, splitHint } from "./decode.ts";

/** A row, or why it is invalid. Lines count from 1; a CSV row has the number of its first line. */
export type ReadRow = { line: number; fields: unknown } | { line: number; problem: string };

/** Bounds the memory that a file without line breaks takes. */
const maxRowLength = 1_000_000;
const maxColumns = 1_000;
/** Of a file, unpacked: a small one can unpack to more than any disk holds. */
const maxUnpackedBytes = 8_000_000_000;

/** Rows of a CSV file after which other work gets its turn: a chunk may consist of line breaks alone. */
const rowsPerTurn = 500;

/**
 * The rows of a JSON Lines or CSV file, possibly `.gz`, in constant memory. A CSV cell is text, an empty one `null`.
 * A CSV file is UTF-8 unless it has a byte order mark, or `encoding` says otherwise.
 * `onRead` gets the bytes read so far, and the file's size. Throws `invalid` for an unreadable file, and for one that
 * unpacks to more than `maxUnpacked` bytes.
 */
export async function* readRows(
  path: string,
  onRead?: (bytes: number, size: number) => void,
  maxUnpacked = maxUnpackedBytes,
  encoding?: FileEncoding,
): AsyncGenerator<ReadRow> {
  const format = formatOf(path);
  const file = await open(path).catch((cause: NodeJS.ErrnoException) => {
    throw new AppError("invalid", `${path} cannot be read (${cause.code})`);
  });
  try {
    const { size } = await file.stat();
    const stored = file.createReadStream({ autoClose: false });
    if (onRead) stored.on("data", () => onRead(stored.bytesRead, size));
    const unpacked = format.isCompressed ? pipeline(stored, createGunzip(), () => {}) : stored;
    const plain = limited(unpacked, Math.min(maxUnpacked, maxUnpackedBytes));
    const rows = format.isCsv ? csvRows(decodeText(plain, encoding)) : jsonRows(plain);
    for await (const row of rows) yield checkTexts(row);
  } catch (error) {
    throw asRefusal(path, error);
  } finally {
    await file.close();
  }
}

async function* limited(source: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of source) {
    size += chunk.length;
    if (size > maxBytes) {
      throw new AppError("invalid", `is larger than ${maxBytes} bytes unpacked: there is no room for it`);
    }
    yield chunk;
  }
}

/** The row, or a problem where the database could not store a text in it. */
export function checkTexts(row: ReadRow): ReadRow {
  if ("problem" in row) return row;
  const [problem] = textProblems(row.fields);
  return problem ? { line: row.line, problem: `${problem.path} ${problem.msg}` } : row;
}

/** A file's format, by its name. Throws `invalid` for other names. */
export function formatOf(path: string): { isCsv: boolean; isCompressed: boolean } {
  const ending = /\.(jsonl|ndjson|csv)(\.gz)?$/i.exec(path);
  if (!ending) throw new AppError("invalid", `${path} must end in .jsonl, .ndjson or .csv, or in one of these and .gz`);
  return { isCsv: ending[1]?.toLowerCase() === "csv", isCompressed: ending[2] !== undefined };
}

async function* jsonRows(source: AsyncIterable<Buffer>): AsyncGenerator<ReadRow> {
  // line by line, so that invalid characters spoil only their own line; drops a byte order mark
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let line = 0;
  for await (const bytes of splitLines(source)) {
    line += 1;
    if (bytes === null) {
      yield { line, problem: `is longer than ${maxRowLength} bytes` };
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
      yield { line, problem: "is not valid JSON" };
    }
  }
}

/** `null` for a line that is too long. */
async function* splitLines(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer | null> {
  let begun: Buffer[] = [];
  let length = 0;
  const add = (piece: Buffer) => {
    length += piece.length;
    if (length > maxRowLength) begun = [];
    else begun.push(piece);
  };
  const take = () => {
    const line = length > maxRowLength ? null : Buffer.concat(begun);
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

/** The rows of a CSV file with a header. Throws errors that `asRefusal` explains. */
export async function* csvRows(texts: AsyncGenerator<string>, delimiter = ","): AsyncGenerator<ReadRow> {
  const { value: first = "" } = await texts.next();
  const { delimiter: hinted, rest: head } = splitHint(first);
  const linesBefore = first === head ? 0 : 1;
  const isDump = usesBackslashes(head);
  const parser = parse({
    delimiter: hinted ?? delimiter,
    escape: isDump ? "\\" : '"',
    info: true,
    max_record_size: maxRowLength,
    relax_column_count: true,
    // a stray quote spoils only its own row
    relax_quotes: true,
  });
  pipeline(joined(head, texts), parser, () => {});

  let header: string[] | null = null;
  let lastLine = linesBefore;
  let rows = 0;
  for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
    rows += 1;
    if (rows % rowsPerTurn === 0) await setImmediate();
    const line = lastLine + 1;
    lastLine = info.lines + linesBefore;
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
 * MySQL dumps write `\N` for null and `\"` for a quote; others write nothing and `""`. Texts may contain either, so
 * only an unquoted `\N` counts.
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

async function* joined(head: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield head;
  yield* rest;
}

/** What is wrong with which row; the header is row 1. */
export function csvProblem(error: CsvError): string {
  const row = `row ${(error as { records?: number }).records! + 1}`;
  if (error.code === "CSV_MAX_RECORD_SIZE") return `${row} is too long`;
  if (error.code === "CSV_QUOTE_NOT_CLOSED") return `${row} has a quote that is never closed`;
  return `${row}: ${error.message}`;
}

const notUtf8 = "is not UTF-8; if it is Windows-1252, as older spreadsheets write it, choose that encoding";

/** Explains in one line why a file is invalid. Our own errors pass through. */
export function asRefusal(path: string, error: unknown): unknown {
  const refusal = (reason: string) => new AppError("invalid", `${path} ${reason}`);
  if (error instanceof AppError) return refusal(error.message);
  if (error instanceof CsvError) return refusal(`is not CSV: ${csvProblem(error)}`);
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "ERR_ENCODING_INVALID_ENCODED_DATA") return refusal(notUtf8);
  if (code.startsWith("Z_")) return refusal("cannot be unpacked: it is damaged or cut off");
  if (code === "EISDIR") return refusal("is a folder");
  return error;
}
