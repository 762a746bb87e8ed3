import { AppError } from "contract/core/errors.ts";
import type { FileEncoding } from "contract/core/file-encoding.ts";
import { decodeText, splitHint } from "../../../platform/files/decode.ts";
import { asRefusal, checkTexts, csvRows, type ReadRow } from "../../../platform/files/rows.ts";
import { resumed } from "./feed-body.ts";
import { xmlRows } from "./feed-xml.ts";
import { SourceError } from "./source.ts";

/**
 * The rows of a product feed in constant memory: CSV, TSV, or XML of items whose names may begin with `g:`, detected by
 * its first characters. It is decoded by its own mark or declaration, else in `encoding`. Throws SourceError for other
 * content, or if it ends in the middle.
 */
export async function* feedRows(body: AsyncIterable<Buffer>, encoding?: FileEncoding): AsyncGenerator<ReadRow> {
  const source = decodeText(body, encoding);
  try {
    const { value: head, done } = await source.next();
    if (done || head === "") throw new SourceError("invalid", "is empty");
    const form = formOf(head);
    const whole = resumed(head, source);
    for await (const row of form === "xml" ? xmlRows(whole) : csvRows(whole, form)) yield checkTexts(row);
  } catch (error) {
    throw asSourceError(error);
  }
}

/** A row of a feed: its fields by name. */
export interface FeedRow {
  line: number;
  fields: Readonly<Record<string, unknown>>;
}

/** All rows of a feed. Throws `invalid`, which names the line, unless all of it is valid. */
export async function readAllRows(bytes: Uint8Array): Promise<FeedRow[]> {
  const rows: FeedRow[] = [];
  try {
    for await (const row of feedRows(toStream(bytes))) {
      if ("problem" in row) throw new AppError("invalid", `line ${row.line}: ${row.problem}`);
      rows.push({ line: row.line, fields: row.fields as FeedRow["fields"] });
    }
  } catch (error) {
    throw error instanceof SourceError ? new AppError("invalid", error.message) : error;
  }
  return rows;
}

async function* toStream(bytes: Uint8Array): AsyncGenerator<Buffer> {
  yield Buffer.from(bytes);
}

function asSourceError(error: unknown): unknown {
  const refusal = asRefusal("it", error);
  return refusal instanceof AppError ? new SourceError("invalid", refusal.message.replace(/^it /, "")) : error;
}

/** `xml`, or the delimiter of the cells. */
function formOf(head: string): string {
  const text = splitHint(head.slice(0, 4_096)).rest.trimStart();
  if (/^<(!doctype\s+html|html|head|body)\b/i.test(text)) throw new SourceError("invalid", "is a web page, not a feed");
  if (/^[{[]/.test(text)) throw new SourceError("invalid", "is JSON, not a feed");
  if (text.startsWith("<")) return "xml";
  const [header = ""] = text.split(/\r?\n/, 1);
  const count = (sign: string) => header.split(sign).length;
  return ["\t", ";", ","].reduce((best, sign) => (count(sign) >= count(best) ? sign : best));
}
